/** Exports of this folder for tests. */

export { compileProgram } from './compiled/program.ts';
export { type Bindings, compileExpression, type Expression, ExpressionError } from './expression.ts';
export { ownFunctions } from './functions.ts';
export type { Inference } from './infer-type.ts';
export { compileMessage } from './message.ts';
export { LinearRegExp, searchKind } from './regex/linear-regexp.ts';
export { TooManySteps } from './regex/steps.ts';
export { Undecided } from './runtime/failure.ts';
export { closedObject, unknownType, type ValueType } from './value-type.ts';
