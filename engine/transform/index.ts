/** Exports of this folder for tests. */

export { Undecided } from './compiled/failure.ts';
export { compileProgram } from './compiled/program.ts';
export { LinearRegExp, notLinear } from './compiled/regex/linear-regexp.ts';
export { type Bindings, compileExpression, type Expression } from './expression.ts';
export { ownFunctions } from './functions.ts';
export type { Inference } from './infer-type.ts';
export { compileMessage } from './message.ts';
export { canRunAway } from './pattern-risk.ts';
export { closedObject, unknownType, type ValueType } from './value-type.ts';
