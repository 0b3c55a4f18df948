/** Catalogue: variables, fields, arrays, allocation and strings. Sits in `operations/`; rows after table 1 of Li and Gallagher. */
import { familyRows, type OperationFamily } from './family';

export const VARIABLES: readonly OperationFamily[] = [
  ...familyRows('declaration', 'Assignments', [
    ['Declaration', 'Declaration_T', 'puts {one} into a new variable'],
  ]),
  ...familyRows('assignment', 'Assignments', [['Assign', 'Assign_T_T', 'puts {one} into a variable']]),
];

export const FIELDS: readonly OperationFamily[] = familyRows('field reference', 'Field Reference', [
  ['FieldReference', 'FieldReference_T', 'reads {one} from a field'],
  ['StaticFieldReference', 'StaticFieldReference_T', 'reads {one} from a static field'],
  ['FieldStore', 'FieldStore_T', 'writes {one} to a field'],
  ['StaticFieldStore', 'StaticFieldStore_T', 'writes {one} to a static field'],
]);

export const ARRAYS: readonly OperationFamily[] = familyRows('array reference', 'Array Reference', [
  ['ArrayReference', 'ArrayReference_T', 'reads {one} from an array'],
  ['ArrayStore', 'ArrayStore_T', 'writes {one} to an array'],
  ['ArrayLength', 'ArrayLength', 'reads an array’s length'],
]);

export const ALLOCATION: readonly OperationFamily[] = familyRows('allocation', 'Function Ops', [
  ['NewObject', 'NewObject_T', 'creates {one}'],
  ['NewArray', 'NewArray_T', 'creates an array of {all}'],
  ['NewMultiArray', 'NewMultiArray_T', 'creates {one} with all its rows'],
  ['LambdaCreation', 'LambdaCreation', 'creates a lambda'],
]);

export const STRINGS: readonly OperationFamily[] = familyRows('string', 'Lib Functions', [
  ['Concatenation', 'Concatenation_T_…', 'joins text ({list})'],
]);
