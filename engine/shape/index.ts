/** Exports of this folder for tests. */
export { objectEncoder, textOf, UnknownValue } from './encode.ts';
export { answerExample, requestExample } from './example.ts';
export { answerSchema, errorSchema, requestSchema } from './json-schema.ts';
export { compileRequest, parseBody, type RequestOutcome, type RequestValue, type RequestValues } from './request.ts';
export { requestFaults } from './request-faults.ts';
export { compileRules } from './request-rules.ts';
