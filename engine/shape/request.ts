/** Checks and normalises requests: a body becomes the values that a plan runs on, or the list of its faults. */

import type { Contract, DecimalField, Endpoint, Field } from '../base/contract.ts';
import { toDecimalText, toNumeric, writtenDigits } from '../base/decimal.ts';
import { ExactNumber, isJsonObject } from '../base/exact-number.ts';
import { formatInstant, parseInstant } from '../base/instant.ts';
import { ownMember } from '../base/members.ts';
import { type FieldFault, firstFaults } from '../base/problem.ts';
import { decimalBound, isTooLong, withinLimits } from './number-limits.ts';
import { type Entry, entriesOf, isFaultless, requestFaults } from './request-faults.ts';
import { compileRules } from './request-rules.ts';

export { parseBody } from '../base/exact-number.ts';

/**
 * A decimal with at most 15 significant digits is a number, otherwise decimal text; an instant is UTC text with `Z`.
 */
export type RequestValue = string | number | boolean | readonly RequestValues[];
export type RequestValues = Readonly<Record<string, RequestValue>>;

/** A missing field without a default is absent from `value`. Faults are in the order of the contract's fields. */
export type RequestOutcome = { readonly ok: true; readonly value: RequestValues } | RefusedRequest;

export interface RefusedRequest {
  readonly ok: false;
  /** The first faults, `maxReportedFaults` at most. */
  readonly fields: readonly FieldFault[];
  /** Whether there are no others. If there are, the check has stopped at the first of them. */
  readonly isComplete: boolean;
  /** The values that break no rule; empty if the check has stopped. */
  readonly sound: RequestValues;
}

export interface RequestOptions {
  /** Maximum page size of a paged list; a larger `limit` is reduced to it. */
  readonly maxPageLimit: number;
}

/** A body reduced to the known fields; decimals are doubles, used only to check the rules. */
type Picked = { readonly [name: string]: unknown };

/**
 * Prepares the check of an endpoint's requests; call it once at start. The check takes a body from `parseBody` and
 * reports every broken field. On success it returns all values, trimmed, with defaults and without unknown fields.
 */
export function compileRequest(
  contract: Contract,
  endpoint: Endpoint,
  options: RequestOptions,
): (body: unknown) => RequestOutcome {
  const rules = compileRules(contract, endpoint);
  const entries = entriesOf(endpoint.request);
  const isPaged = endpoint.answer.kind === 'rows' && endpoint.answer.paged;
  return (body) => {
    if (!isJsonObject(body)) {
      return refusal([{ field: '', message: 'the request body must be a JSON object', rule: 'type' }], () => ({}));
    }
    const schemaVersion = memberOf(body, 'schemaVersion') ?? undefined;
    const picked = pick(entries, body);
    // It is not a field of the endpoint; only the rules need it.
    if (schemaVersion !== undefined) picked.schemaVersion = schemaVersion;
    if (!rules.isValid(picked) || !isFaultless(contract, endpoint.request, entries, picked)) {
      return refusal(requestFaults({ contract, broken: rules.broken }, endpoint.request, picked), (faults) => {
        const faulty = new Set(faults.map(({ field }) => field));
        return normalizeRecord(entries, picked, body, { prefix: '', faulty });
      });
    }
    const value = normalizeRecord(entries, picked, body, undefined);
    const limit = value.limit;
    if (!isPaged || typeof limit !== 'number' || limit <= options.maxPageLimit) return { ok: true, value };
    return { ok: true, value: { ...value, limit: options.maxPageLimit } };
  };
}

/**
 * The outcome of a request with these faults. Takes no more of them than are reported, and one to know whether there are others. `soundOf`
 * returns the values that break no rule.
 */
export function refusal(
  faults: Iterable<FieldFault>,
  soundOf: (faults: readonly FieldFault[]) => RequestValues,
): RefusedRequest {
  const { fields, isComplete } = firstFaults(faults);
  return { ok: false, fields, isComplete, sound: isComplete ? soundOf(fields) : {} };
}

function memberOf(record: Picked, name: string): unknown {
  return ownMember(record, name);
}

function pick(entries: readonly Entry[], record: Picked): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const entry of entries) {
    const { name } = entry;
    const value = pickValue(entry, memberOf(record, name));
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function pickValue({ field, items }: Entry, value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') {
    const trimmed = value.trim();
    // An optional plain text may be empty, like a setting without a value. An empty filter, date or choice is a
    // mistake: ignoring it would widen the result.
    const isMissing = trimmed === '' && field.type === 'text' && !field.required && field.oneOf === undefined;
    return isMissing ? undefined : trimmed;
  }
  if (value instanceof ExactNumber) return ruleNumber(field, value);
  if (field.type === 'decimal' && typeof value === 'number')
    return withinLimits(value) ? value : Number.POSITIVE_INFINITY;
  if (field.type === 'list' && Array.isArray(value)) {
    // Of a list that is too long one item more than allowed is enough to break the rule.
    const checked = field.maxItems === undefined ? value : value.slice(0, field.maxItems + 1);
    return checked.map((item: unknown) => (isJsonObject(item) ? pick(items, item) : null));
  }
  return value;
}

/** The largest double below the bound. */
const lastDouble = decimalBound - 0.125;

/**
 * The number that the rules check for a number with many digits: infinity for a decimal beyond the limits; NaN, which
 * breaks every rule, for an integer with a fraction that the double would lose.
 */
function ruleNumber(field: Field, exact: ExactNumber): number {
  const double = Number(exact.text);
  if (field.type === 'decimal') {
    if (!withinLimits(exact.text)) return Number.POSITIVE_INFINITY;
    // The double may be rounded up to the bound although the exact number is below it.
    return Math.max(-lastDouble, Math.min(lastDouble, double));
  }
  const digits = isTooLong(exact.text) ? undefined : writtenDigits(exact.text);
  return digits === undefined || digits.fraction > 0 ? Number.NaN : double;
}

/** Paths of the fields that break a rule, and the path of the current record with its separator. */
interface Faulty {
  readonly prefix: string;
  readonly faulty: ReadonlySet<string>;
}

/** The values that break no rule. `record`: the body from which `picked` was taken. */
function normalizeRecord(
  entries: readonly Entry[],
  picked: Picked,
  record: Picked,
  excluded: Faulty | undefined,
): RequestValues {
  const values: Record<string, RequestValue> = {};
  for (const entry of entries) {
    const { name } = entry;
    if (excluded?.faulty.has(excluded.prefix + name)) continue;
    const value = normalizeValue(entry, picked[name], record, excluded);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function normalizeValue(
  { name, field, items }: Entry,
  value: unknown,
  record: Picked,
  excluded: Faulty | undefined,
): RequestValue | undefined {
  if (value === undefined) return 'default' in field ? field.default : undefined;
  if (typeof value === 'string') return textValue(field, value);
  const sent = memberOf(record, name);
  if (field.type === 'decimal') return decimalValue(field, sent);
  if (field.type === 'list' && Array.isArray(value) && Array.isArray(sent)) {
    return value.map((item: unknown, index) => {
      const from: unknown = sent[index];
      if (!isJsonObject(item) || !isJsonObject(from)) return {};
      const inner = excluded && { ...excluded, prefix: `${excluded.prefix}${name}[${index}].` };
      return normalizeRecord(items, item, from, inner);
    });
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  throw new Error(`invariant: a request value of type ${typeof value} passed the rules of a ${field.type}`);
}

function textValue(field: Field, value: string): string {
  if (field.type === 'currency') return value.toUpperCase();
  if (field.type !== 'instant') return value;
  const ms = parseInstant(value);
  return ms === undefined ? value : formatInstant(ms);
}

function decimalValue(field: DecimalField, sent: unknown): number | string {
  const text = toDecimalText(sent instanceof ExactNumber ? sent.text : sent);
  if (text === undefined) throw new Error(`invariant: no number passed the rules of a ${field.type}`);
  return toNumeric(text);
}
