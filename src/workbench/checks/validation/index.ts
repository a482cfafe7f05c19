/** Validates answers against the contract: the interface of this folder for the checks. */
export { type Answer, bearer, type Caller, createCaller, type Exchange } from './caller.ts';
export { appOf, endpointAt, paths } from './endpoint.ts';
export { isRecord, type Json } from './record.ts';
export { type RuleName, rules, ruleViolation as finding } from './rules.ts';
export { validate } from './validate.ts';
