/** Checks an endpoint's request with Ajv, and reduces the errors to the failed keywords of each field. */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { isCalendarDate } from '../base/calendar.ts';
import type { Contract, Endpoint, Fields } from '../base/contract.ts';
import { parseInstant } from '../base/instant.ts';
import { recordSchema, requestSchema } from './json-schema.ts';
import type { Broken } from './request-faults.ts';

const options: Options = {
  strict: true,
  allowUnionTypes: true,
  strictNumbers: true,
  messages: false,
  // The schemas are generated from the contract's types; to check them would compile the schema of all schemas at each start.
  meta: false,
  validateSchema: false,
};

/** Stops at the first fault. */
const forWhole = withFormats(new Ajv2020(options));
/** Finds all faults of one record. */
const forRecords = withFormats(new Ajv2020({ ...options, allErrors: true }));

function withFormats(ajv: Ajv2020): Ajv2020 {
  ajv.addFormat('date', isCalendarDate);
  ajv.addFormat('date-time', (text) => parseInstant(text) !== undefined);
  return ajv;
}

const none: Broken = new Map();

export interface Rules {
  /** Whether a whole request satisfies the schema. */
  readonly isValid: (body: object) => boolean;
  /** The failed keywords of the request itself, or of an item of its lists: `fields` are those of the endpoint or of the list. */
  readonly broken: (fields: Fields, record: object) => Broken;
}

/** Cached by request fields and contract version: a process compiles its profile several times but has one contract. */
const rulesCache = new WeakMap<Fields, Map<string, Rules>>();

/** The rules of an endpoint's requests. */
export function compileRules(contract: Contract, endpoint: Endpoint): Rules {
  const rulesByVersion = rulesCache.get(endpoint.request) ?? new Map<string, Rules>();
  rulesCache.set(endpoint.request, rulesByVersion);
  const rules = rulesByVersion.get(contract.version) ?? rulesOf(contract, endpoint);
  rulesByVersion.set(contract.version, rules);
  return rules;
}

function rulesOf(contract: Contract, endpoint: Endpoint): Rules {
  /** Compiled for the first request: a service starts faster, and most callers use few endpoints. */
  let whole: ValidateFunction | undefined;
  /** Compiled for the first invalid request: most endpoints never get one. */
  const records = new Map<Fields, ValidateFunction>();
  return {
    isValid: (body) => {
      whole ??= forWhole.compile(requestSchema(contract, endpoint));
      return whole(body);
    },
    broken: (fields, record) => {
      const requestContract = fields === endpoint.request ? contract : undefined;
      const check = records.get(fields) ?? forRecords.compile(recordSchema(requestContract, fields));
      records.set(fields, check);
      return check(record) ? none : brokenBy(check);
    },
  };
}

function brokenBy({ errors }: ValidateFunction): Broken {
  const broken = new Map<string, Set<string>>();
  for (const { instancePath, keyword, params } of errors ?? []) {
    const missing: unknown = keyword === 'required' ? params.missingProperty : undefined;
    const name = typeof missing === 'string' ? missing : instancePath.slice(1);
    broken.set(name, (broken.get(name) ?? new Set()).add(keyword));
  }
  return broken;
}
