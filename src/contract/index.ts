/** The platform's contract as the other folders use it. */
export { contract, endpoints } from './contract.ts';
export { errorAnswers, errorCodes } from './errors.ts';
export { errorExample, openApi } from './openapi.ts';
export { endpointRulings } from './rulings.ts';
export type { AnswerOf, Path, RequestOf } from './types.ts';
