/** The rules of an endpoint's request as Ajv applies them, reduced to which rule each broken path breaks. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isCalendarDate, parseInstant } from '../clock.ts';
import type { Contract, Endpoint } from '../contract.ts';
import { requestSchema } from './json-schema.ts';
import type { Broken } from './request-faults.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictNumbers: true, messages: false });
ajv.addFormat('date', isCalendarDate);
ajv.addFormat('date-time', (text) => parseInstant(text) !== undefined);

const none: Broken = new Map();

/** An endpoint belongs to one contract, whatever profile it is compiled for; Ajv takes longer for it than the profile does. */
const compiled = new WeakMap<Endpoint, ValidateFunction>();

/** Compiles the request schema of an endpoint. The function gives, for each broken JSON pointer, the schema keywords that failed. */
export function compileRules(contract: Contract, endpoint: Endpoint): (body: object) => Broken {
  const validate = compiled.get(endpoint) ?? ajv.compile(requestSchema(contract, endpoint));
  compiled.set(endpoint, validate);
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
