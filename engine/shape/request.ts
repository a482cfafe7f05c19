/** Checking and normalising requests: what the platform sent becomes the values that a plan runs on, or the list of what is wrong. */
import { formatInstant, parseInstant } from '../base/clock.ts';
import type { Contract, DecimalField, Endpoint, Field } from '../base/contract.ts';
import { toDecimalText, toNumeric, writtenDigits } from '../base/decimal.ts';
import { ExactNumber } from '../base/exact-number.ts';
import type { FieldFault } from '../base/problem.ts';
import { decimalBound, withinLimits } from './number-limits.ts';
import { type Entry, entriesOf, isFaultless, requestFaults } from './request-faults.ts';
import { compileRules } from './request-rules.ts';

export { parseBody } from '../base/exact-number.ts';

/** A decimal is a number while it has at most 15 significant digits, else decimal text; an instant is UTC text with `Z`. */
export type RequestValue = string | number | boolean | readonly RequestValues[];
export type RequestValues = Readonly<Record<string, RequestValue>>;

/** A field that was left out and has no default is absent from `value`. Faults come in the order of the contract's fields. */
export type RequestOutcome =
  | { readonly ok: true; readonly value: RequestValues }
  /** `fields` has the first 1,000 faults at most, `count` is the number of all; `sound` has the values that broke no rule. */
  | {
      readonly ok: false;
      readonly fields: readonly FieldFault[];
      readonly count: number;
      readonly sound: RequestValues;
    };

/** A list of thousands of broken items would make an answer many times the size of the request. */
const reported = 1_000;

export interface RequestOptions {
  /** Rows in a page of a paged list at most; a larger `limit` is taken as this one. */
  readonly maxPageLimit: number;
}

/** A body reduced to the known fields; decimals as doubles, for the rules alone. */
type Picked = { readonly [name: string]: unknown };

/**
 * Prepares the check of an endpoint's requests; call it once at start. The check takes a body as `parseBody` gives it, reports every
 * broken field at once, and on success gives all values trimmed, defaulted and without unknown fields.
 */
export function compileRequest(
  contract: Contract,
  endpoint: Endpoint,
  options: RequestOptions,
): (body: unknown) => RequestOutcome {
  const rules = compileRules(contract, endpoint);
  const entries = entriesOf(endpoint.request);
  const clamped = endpoint.answer.kind === 'rows' && endpoint.answer.paged;
  return (body) => {
    if (!isRecord(body)) {
      return refusal([{ field: '', message: 'the request body must be a JSON object', rule: 'type' }], {});
    }
    const schemaVersion = own(body, 'schemaVersion') ?? undefined;
    const picked = pick(entries, body);
    // Named by no field, it is for the rules alone.
    if (schemaVersion !== undefined) picked.schemaVersion = schemaVersion;
    const broken = rules(picked);
    if (broken.size > 0 || !isFaultless(contract, endpoint.request, entries, picked)) {
      const faults = requestFaults(contract, endpoint.request, picked, broken);
      const faulty = new Set(faults.map(({ field }) => field));
      return refusal(faults, finish(entries, picked, body, { prefix: '', faulty }));
    }
    const value = finish(entries, picked, body, undefined);
    const limit = value.limit;
    if (!clamped || typeof limit !== 'number' || limit <= options.maxPageLimit) return { ok: true, value };
    return { ok: true, value: { ...value, limit: options.maxPageLimit } };
  };
}

/** The outcome of a request with these faults. `sound` has the values that broke no rule. */
export function refusal(
  faults: readonly FieldFault[],
  sound: RequestValues,
  count = faults.length,
): Extract<RequestOutcome, { ok: false }> {
  return { ok: false, fields: faults.slice(0, reported), count, sound };
}

function isRecord(value: unknown): value is Picked {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function own(record: Picked, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function pick(entries: readonly Entry[], record: Picked): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const entry of entries) {
    const { name } = entry;
    const value = pickValue(entry, own(record, name));
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function pickValue({ field, items }: Entry, value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') {
    const trimmed = value.trim();
    // An optional plain text may be sent empty (a setting that nobody filled in). An empty filter, date or word is a mistake:
    // taking it as left out would widen what is asked for.
    const leftOut = trimmed === '' && field.type === 'text' && !field.required && field.oneOf === undefined;
    return leftOut ? undefined : trimmed;
  }
  if (value instanceof ExactNumber) return ruleNumber(field, value);
  if (field.type === 'decimal' && typeof value === 'number')
    return withinLimits(value) ? value : Number.POSITIVE_INFINITY;
  if (field.type === 'list' && Array.isArray(value)) {
    return value.map((item: unknown) => (isRecord(item) ? pick(items, item) : null));
  }
  return value;
}

/** The double just below the bound. */
const lastDouble = decimalBound - 0.125;

/**
 * What the rules see of a number with many digits: infinity for a decimal beyond the limits, and NaN, which no rule lets pass, for a
 * fraction that the double would hide.
 */
function ruleNumber(field: Field, exact: ExactNumber): number {
  const double = Number(exact.text);
  if (field.type === 'decimal') {
    if (!withinLimits(exact.text)) return Number.POSITIVE_INFINITY;
    // A double may round up to the bound that the number itself keeps.
    return Math.max(-lastDouble, Math.min(lastDouble, double));
  }
  const digits = writtenDigits(exact.text);
  return digits === undefined || digits.fraction > 0 ? Number.NaN : double;
}

/** Fields that broke a rule, by their paths, and the path of the record that they are looked for in. */
interface Faulty {
  readonly prefix: string;
  readonly faulty: ReadonlySet<string>;
}

/** The values that broke no rule. `record` is the body that `picked` came from. */
function finish(entries: readonly Entry[], picked: Picked, record: Picked, without: Faulty | undefined): RequestValues {
  const values: Record<string, RequestValue> = {};
  for (const entry of entries) {
    const { name } = entry;
    if (without?.faulty.has(without.prefix + name)) continue;
    const value = finishValue(entry, picked[name], record, without);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function finishValue(
  { name, field, items }: Entry,
  value: unknown,
  record: Picked,
  without: Faulty | undefined,
): RequestValue | undefined {
  if (value === undefined) return 'default' in field ? field.default : undefined;
  if (typeof value === 'string') return textValue(field, value);
  const sent = own(record, name);
  if (field.type === 'decimal') return decimalValue(field, sent);
  if (field.type === 'list' && Array.isArray(value) && Array.isArray(sent)) {
    return value.map((item: unknown, index) => {
      const from: unknown = sent[index];
      if (!isRecord(item) || !isRecord(from)) return {};
      const inner = without && { ...without, prefix: `${without.prefix}${name}[${index}].` };
      return finish(items, item, from, inner);
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
