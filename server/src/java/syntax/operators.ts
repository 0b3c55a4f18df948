/** The kinds of literals and the operators of expressions, as they are written. Sits in `java/`, under `ast.ts`. */

export type LiteralKind =
  'int' | 'long' | 'float' | 'double' | 'char' | 'boolean' | 'string' | 'text-block' | 'null';

export type ShiftOperator = '<<' | '>>' | '>>>';
type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^';
type ComparisonOperator = '<' | '>' | '<=' | '>=' | '==' | '!=';
export type BinaryOperator = ArithmeticOperator | ShiftOperator | ComparisonOperator | '&&' | '||';

export type AssignmentOperator =
  '=' | '+=' | '-=' | '*=' | '/=' | '%=' | '<<=' | '>>=' | '>>>=' | '&=' | '|=' | '^=';
