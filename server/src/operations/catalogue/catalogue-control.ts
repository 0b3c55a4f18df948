/** Catalogue: control, functions, exceptions, locks and library functions. Sits in `operations/`; rows after table 1 of Li and Gallagher. */
import { familyRows, type OperationFamily } from './family';

export const CONTROL: readonly OperationFamily[] = familyRows('control', 'Control Ops', [
  ['BlockGoto', 'BlockGoto_…', 'goes on elsewhere'],
  ['SwitchConsecutive', 'SwitchConsecutive_int', 'finds a case by a table'],
  ['SwitchNonConsecutive', 'SwitchNonConsecutive_int', 'searches for a case'],
  ['MethodInvocation', 'MethodInvocation_…', 'calls a method'],
]);

export const FUNCTIONS: readonly OperationFamily[] = familyRows('function', 'Function Ops', [
  ['Parameter', 'Parameter_T', 'passes {one}'],
  ['Return', 'Return_T', 'returns {one}'],
]);

export const EXCEPTIONS: readonly OperationFamily[] = familyRows('exception', 'Control Ops', [
  ['Throw', 'Throw_Object', 'throws an exception'],
]);

export const SYNCHRONIZATION: readonly OperationFamily[] = familyRows('synchronization', 'Control Ops', [
  ['MonitorEnter', 'MonitorEnter_Object', 'takes a lock'],
  ['MonitorExit', 'MonitorExit_Object', 'releases a lock'],
]);

export const LIBRARY: readonly OperationFamily[] = familyRows('library function', 'Lib Functions', [
  ['LibraryFunction', 'package.Class.method', 'calls a library method'],
]);
