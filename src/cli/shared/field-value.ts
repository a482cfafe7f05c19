/** Parses `--set field=value`. */

import { closest } from '../../../engine/host/index.ts';
import type { Endpoint } from '../../../engine/index.ts';
import { type Field, parseBody } from '../../../engine/index.ts';
import { UsageError } from './usage.ts';

/** The field and its value: texts unchanged, other types parsed as JSON. Throws `UsageError`. */
export function readField({ path, request }: Endpoint, given: string): readonly [string, unknown] {
  const at = given.indexOf('=');
  if (at < 1) throw new UsageError(`--set takes field=value, not "${given}"`);
  const [name, text] = [given.slice(0, at), given.slice(at + 1)];
  const field = Object.hasOwn(request, name) ? request[name] : undefined;
  if (field === undefined) {
    const near = closest(name, Object.keys(request));
    const hint = near === undefined ? `fields: ${Object.keys(request).join(', ')}` : `did you mean ${near}?`;
    throw new UsageError(`the request of ${path} has no field "${name}" (${hint})`);
  }
  return [name, fieldValue(field, name, text)];
}

function fieldValue({ type }: Field, name: string, text: string): unknown {
  switch (type) {
    case 'text':
    case 'id':
    case 'currency':
    case 'email':
    case 'date':
    case 'instant':
      return text;
    case 'boolean':
    case 'integer':
    case 'decimal':
    case 'list': {
      const parsed = parseBody(text);
      if (!parsed.ok) throw new UsageError(`the value of ${name} must be ${typeWords[type]}, not "${text}"`);
      return parsed.body;
    }
  }
}

/** What a value that is no JSON should have been. The request's own checks say what else is wrong with it. */
const typeWords = {
  boolean: 'true or false',
  integer: 'a whole number, such as 20',
  decimal: 'a number, such as 12.50',
  list: 'a list in JSON, such as [{"sku": "A-1"}]',
} as const;
