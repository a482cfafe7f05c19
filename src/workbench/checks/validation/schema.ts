/** Answers against the contract's JSON Schemas: which rule each broken field breaks, and the types of those that break none. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { answerSchema, errorSchema, oncePer } from '../../../../engine/tools/index.ts';
import { errorCodes } from '../../../contract/errors.ts';
import { contract } from '../../../contract/index.ts';
import type { AnswerOf, Path } from '../../../contract/types.ts';
import { endpointAt } from './endpoint.ts';
import { withDoubles } from './exact.ts';
import { type RuleName, type RuleViolation, ruleViolation } from './rules.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictNumbers: true, verbose: true });
formats.default(ajv, ['date', 'date-time', 'email']);

function schemaOf(path: string): object {
  const endpoint = endpointAt(path);
  if (endpoint === undefined) throw new Error(`the contract has no endpoint ${path}`);
  return answerSchema(contract, endpoint);
}

/** The schema with texts allowed for numbers: for a body whose long numbers are kept as text. */
function withTextNumbers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTextNumbers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, withTextNumbers(value)] as const);
  const type: unknown = 'type' in schema ? schema.type : undefined;
  const types = [type].flat();
  return Object.fromEntries(types.includes('number') ? [...entries, ['type', [...types, 'string']]] : entries);
}

const strict = oncePer((path: string) => ajv.compile(schemaOf(path)));
const exact = oncePer((path: string) => {
  const schema = withTextNumbers(schemaOf(path));
  return ajv.compile(typeof schema === 'object' && schema !== null ? schema : {});
});
const errorBody = oncePer(() => ajv.compile(errorSchema(contract, errorCodes)));

/** What a success body breaks of the endpoint's schema. `body` is as `parseBody` gives it. */
export const answerFindings = (path: string, body: unknown): readonly RuleViolation[] => broken(strict(path), body);

/** What an error body breaks of the contract's schema for errors. */
export const errorBodyFindings = (body: unknown): readonly RuleViolation[] =>
  broken(errorBody(''), body).map((one) =>
    one.rule === 'schema-version' ? one : ruleViolation('error-body', one.path, one.message),
  );

/** Whether a body, long numbers as text, has the shape of the endpoint's answer. It must have no findings besides. */
export function isAnswer<P extends Path>(path: P, body: unknown): body is AnswerOf<P> {
  return exact(path)(body);
}

function broken(validate: ValidateFunction, body: unknown): readonly RuleViolation[] {
  return validate(withDoubles(body)) ? [] : (validate.errors ?? []).map(findingOf);
}

/** `/lines/0/qty` as `lines[0].qty`. */
function dotted(pointer: string): string {
  return pointer
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}...` : text;
};

function findingOf({ keyword, instancePath, params, data, message = '' }: ErrorObject): RuleViolation {
  const path = dotted(instancePath);
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    return ruleViolation(
      name === 'schemaVersion' ? 'schema-version' : 'missing-field',
      joined(path, name),
      'is missing',
    );
  }
  if (keyword === 'additionalProperties') {
    return ruleViolation(
      'unknown-field',
      joined(path, String(params.additionalProperty)),
      'is no field of the contract',
    );
  }
  return ruleViolation(ruleOf(keyword, path, params), path, `${message}, not ${shown(data)}`);
}

function ruleOf(keyword: string, path: string, params: ErrorObject['params']): RuleName {
  if (path === 'schemaVersion') return 'schema-version';
  switch (keyword) {
    case 'type':
      return 'field-type';
    case 'minLength':
      return 'empty-text';
    case 'pattern':
      return 'currency';
    case 'format':
      return formatRule(params.format);
    default:
      return 'field-value';
  }
}

function formatRule(format: unknown): RuleName {
  switch (format) {
    case 'date':
      return 'date';
    case 'date-time':
      return 'instant';
    case 'email':
      return 'email';
    default:
      return 'field-value';
  }
}
