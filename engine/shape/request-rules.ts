/** Checks an endpoint's request with Ajv, and reduces the errors to the failed keywords of each path. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isCalendarDate, parseInstant } from '../base/clock.ts';
import type { Contract, Endpoint, Fields } from '../base/contract.ts';
import { requestSchema } from './json-schema.ts';
import type { Broken } from './request-faults.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictNumbers: true, messages: false });
ajv.addFormat('date', isCalendarDate);
ajv.addFormat('date-time', (text) => parseInstant(text) !== undefined);

const none: Broken = new Map();

type Rules = (body: object) => Broken;

/** Cached by request fields and contract version: a process compiles its profile several times but has one contract. */
const rulesCache = new WeakMap<Fields, Map<string, Rules>>();

/** The rules of an endpoint's requests. The function returns the failed schema keywords by JSON pointer. */
export function compileRules(contract: Contract, endpoint: Endpoint): Rules {
  const known = rulesCache.get(endpoint.request) ?? new Map<string, Rules>();
  rulesCache.set(endpoint.request, known);
  const rules = known.get(contract.version) ?? rulesOf(contract, endpoint);
  known.set(contract.version, rules);
  return rules;
}

function rulesOf(contract: Contract, endpoint: Endpoint): Rules {
  const validate = ajv.compile(requestSchema(contract, endpoint));
  return (body) => {
    if (validate(body)) return none;
    const broken = new Map<string, Set<string>>();
    for (const { instancePath, keyword, params } of validate.errors ?? []) {
      const missing: unknown = keyword === 'required' ? params.missingProperty : undefined;
      const path = typeof missing === 'string' ? `${instancePath}/${missing}` : instancePath;
      broken.set(path, (broken.get(path) ?? new Set()).add(keyword));
    }
    return broken;
  };
}
