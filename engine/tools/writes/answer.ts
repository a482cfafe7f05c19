/** Validates an answer that an operator gives for an existing document. */

import type { Contract } from '../../base/contract.ts';
import { ExactNumber, parseBody } from '../../base/exact-number.ts';
import { closest } from '../../diagnostics/did-you-mean.ts';
import { isRow, objectEncoder } from '../../shape/encode.ts';

type GivenAnswer =
  /** Members of the answer, without braces and `schemaVersion`. */
  | { readonly ok: true; readonly members: string }
  /** The fault, as the rest of a sentence about the answer. */
  | { readonly ok: false; readonly fault: string };

const wrong = (fault: string): GivenAnswer => ({ ok: false, fault });

/**
 * Parses the JSON text of an answer to a write. Constant fields and `schemaVersion` are optional. Throws an Error if
 * the contract has no such write.
 */
export function readAnswer(contract: Contract, path: string, text: string): GivenAnswer {
  const answer = contract.endpoints.find((endpoint) => endpoint.path === path)?.answer;
  if (answer?.kind !== 'write') throw new Error(`${path} is no endpoint that writes`);
  const parsed = parseBody(text);
  if (!parsed.ok || !isRow(parsed.body)) return wrong('is no JSON object');
  const { schemaVersion, ...given } = parsed.body;
  if (schemaVersion !== undefined && schemaVersion !== contract.version)
    return wrong(`has a schemaVersion other than "${contract.version}"`);
  const names = Object.keys(answer.fields);
  const strange = Object.keys(given).find((name) => !names.includes(name));
  if (strange !== undefined) {
    const near = closest(strange, names);
    const hint = near === undefined ? `; there are ${names.join(', ')}` : ` (did you mean "${near}"?)`;
    return wrong(`has a field "${strange}", which the contract does not know${hint}`);
  }
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value instanceof ExactNumber ? value.text : value]),
  );
  const other = Object.entries(answer.constants).find(([name, value]) => (values[name] ?? value) !== value);
  if (other !== undefined) return wrong(`must have "${other[1]}" as its ${other[0]}`);
  const row = { ...values, ...answer.constants };
  const missing = names.find((name) => answer.fields[name]?.required && (row[name] ?? '') === '');
  if (missing !== undefined) return wrong(`lacks ${missing}`);
  let mended: string | undefined;
  const note = (field: string, message: string): void => {
    mended ??= `has a field ${field} that is ${message}`;
  };
  const encoded = objectEncoder(answer.fields)(row, { zone: 'UTC', note });
  if (!encoded.ok) return wrong(`breaks the contract: ${encoded.field}: ${encoded.breach}`);
  return mended === undefined ? { ok: true, members: encoded.json.slice(1, -1) } : wrong(mended);
}
