/** Exports of this folder for tests. */
export { codeFrame } from './code-frame.ts';
export { codes, isCode } from './codes.ts';
export type { Diagnostic } from './diagnostic.ts';
export { closest, suggest } from './did-you-mean.ts';
export { codeIndex, explain } from './explain.ts';
export { paintOf } from './paint.ts';
export { renderJson, renderText, sortDiagnostics } from './render.ts';
export { renderSarif } from './sarif.ts';
export { maskLine } from './secrets/mask-line.ts';
export { maskSource } from './secrets/mask-source.ts';
export { secretsIn, withoutSecrets } from './secrets/mask-values.ts';
