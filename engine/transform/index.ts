/** Exports of this folder for tests. */
export { type Bindings, compileExpression, type Expression } from './expression.ts';
export type { Inference } from './infer-type.ts';
export { compileMessage } from './message.ts';
export { canRunAway } from './pattern-risk.ts';
export { closedObject, unknownType, type ValueType } from './value-type.ts';
