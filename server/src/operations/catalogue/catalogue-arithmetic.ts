/** Catalogue: arithmetic, comparisons and conversions. Sits in `operations/`; rows after table 1 of Li and Gallagher. */
import { familyRows, type OperationFamily } from './family';

export const ARITHMETIC: readonly OperationFamily[] = familyRows('arithmetic', 'Arithmetic Ops', [
  ['Addition', 'Addition_T_T', 'adds {all}'],
  ['Subtraction', 'Subtraction_T_T', 'subtracts {all}'],
  ['Multi', 'Multi_T_T', 'multiplies {all}'],
  ['Division', 'Division_T_T', 'divides {all}'],
  ['Modulo', 'Modulo_T_T', 'takes the remainder of {all}'],
  ['BitAnd', 'BitAnd_T_T', 'combines {all} with &'],
  ['BitOr', 'BitOr_T_T', 'combines {all} with |'],
  ['BitXor', 'BitXor_T_T', 'combines {all} with ^'],
  ['ShiftLeft', 'ShiftLeft_T_T', 'shifts {one} left'],
  ['ShiftRight', 'ShiftRight_T_T', 'shifts {one} right'],
  ['UnsignedShiftRight', 'UnsignedShiftRight_T_T', 'shifts {one} right without its sign'],
  ['Negation', 'Negation_T', 'negates {one}'],
  ['BitComplement', 'BitComplement_T', 'inverts the bits of {one}'],
  ['Increment', 'Increment_int', 'increases a variable'],
  ['Decrement', 'Decrement_int', 'decreases a variable'],
]);

export const BOOLEAN: readonly OperationFamily[] = familyRows('boolean', 'Boolean Ops', [
  ['Less', 'Less_T_T', 'compares {all} with <'],
  ['LessEqual', 'LessEqual_T_T', 'compares {all} with <='],
  ['Greater', 'Greater_T_T', 'compares {all} with >'],
  ['GreaterEqual', 'GreaterEqual_T_T', 'compares {all} with >='],
  ['Equal', 'Equal_T_T', 'compares {all} with =='],
  ['NotEqual', 'NotEqual_T_T', 'compares {all} with !='],
  ['BooleanTest', 'BooleanTest_boolean', 'tests a boolean'],
  ['InstanceOf', 'InstanceOf_T', 'asks if an object is {one}'],
]);

export const CONVERSION: readonly OperationFamily[] = [
  ...familyRows('conversion', 'Arithmetic Ops', [['Conversion', 'Conversion_T_T', 'turns {one} into {two}']]),
  ...familyRows('conversion', 'Assignments', [['CheckCast', 'CheckCast_T', 'checks a cast to {one}']]),
];
