/** JSON numbers with more digits than a double can hold. */
import { randomUUID } from 'node:crypto';
import { hasOnlyDoubles, isShallow, isUntagged } from './json-plain.ts';
import { type JsonExcess, type JsonLimits, type NumberToken, scanJson } from './json-scan.ts';
import { isMap, type Members } from './members.ts';

/** A number with its original JSON text. A class, so that a JSON object cannot be mistaken for it. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A JSON object. False for null, a list, and an `ExactNumber`, which is an object of JavaScript too. */
export const isJsonObject = (value: unknown): value is Members => isMap(value) && !(value instanceof ExactNumber);

const significant = 15;

/** Limits of texts that no caller limits further. Functions that call themselves for each level of a value need some limit. */
const onlyDepth: JsonLimits = { depth: 100, values: Number.POSITIVE_INFINITY };

type ParsedBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly why: 'invalid' | JsonExcess };

/** `isPlain`: the value certainly has no null, no `ExactNumber`, no time of OData 2 and no type tag. */
export type ParsedAnswer =
  | { readonly ok: true; readonly body: unknown; readonly isPlain: boolean }
  | { readonly ok: false; readonly why: 'invalid' | JsonExcess };

/** Parses the JSON of an ERP: as `parseBody` does, but in half the time where its numbers are short and few lists are inside each other. */
export function parseAnswer(text: string): ParsedAnswer {
  if (!hasOnlyDoubles(text) || !isShallow(text, onlyDepth.depth)) {
    const parsed = parseBody(text);
    return parsed.ok ? { ...parsed, isPlain: false } : parsed;
  }
  try {
    const body: unknown = JSON.parse(text);
    return { ok: true, body, isPlain: isUntagged(text) };
  } catch {
    return { ok: false, why: 'invalid' };
  }
}

/** Parses JSON. Numbers with more than 15 significant digits become `ExactNumber`. Never throws. */
export function parseBody(text: string, limits: JsonLimits = onlyDepth): ParsedBody {
  const scan = scanJson(text, limits);
  if (!scan.ok) return scan;
  const exact = scan.longNumbers.filter(({ start, end }) => losesDigits(text.slice(start, end)));
  const marked = markNumbers(text, exact);
  if (marked === undefined) return { ok: false, why: 'invalid' };
  try {
    const body: unknown = JSON.parse(marked);
    return { ok: true, body: exact.length === 0 ? body : withExactNumbers(body) };
  } catch {
    return { ok: false, why: 'invalid' };
  }
}

/** The start of a string that replaces a number in a text. It is random: no text contains it. */
const mark = `${randomUUID()}:`;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The text with marked strings in place of these numbers; undefined if one of them is no JSON number or is in the place of a name. A reviver
 * of `JSON.parse` would be called for each value, which takes ten times as long.
 */
function markNumbers(text: string, numbers: readonly NumberToken[]): string | undefined {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of numbers) {
    const number = text.slice(start, end);
    if (!jsonNumber.test(number) || isName(text, end)) return undefined;
    pieces.push(text.slice(from, start), '"', mark, number, '"');
    from = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}

/** Whether the token that ends before this offset is followed by a colon. */
function isName(text: string, end: number): boolean {
  const rest = /[^ \t\r\n]/g;
  rest.lastIndex = end;
  return rest.exec(text)?.[0] === ':';
}

/** Replaces marked strings in a value from `JSON.parse`, in place. */
function withExactNumbers(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const isReplaced = (item: unknown) => (typeof item === 'string' ? item.startsWith(mark) : typeof item === 'object');
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    for (const [index, item] of items.entries()) if (isReplaced(item)) items[index] = withExactNumbers(item);
  } else {
    for (const [name, item] of Object.entries(value)) {
      if (isReplaced(item)) Reflect.set(value, name, withExactNumbers(item));
    }
  }
  return value;
}

const zero = '0'.charCodeAt(0);

function losesDigits(source: string): boolean {
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  let end = digits.length;
  // A regular expression for the zeros at the end would take quadratic time for zeros in the middle.
  while (end > 0 && digits.charCodeAt(end - 1) === zero) end -= 1;
  return end > significant || (end > 0 && Number(source) === 0);
}

/** Writes a value as JSON with all digits of its numbers. Undefined members are omitted. */
export function jsonText(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${jsonText(item)}`).join(',')}}`;
}
