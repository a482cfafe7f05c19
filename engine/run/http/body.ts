/** An ERP's answer as expressions see it: numbers with all digits, times as ISO 8601, members with null omitted. */
import { XMLParser } from 'fast-xml-parser';
import { toDecimalText } from '../../base/decimal.ts';
import { ExactNumber, parseAnswer } from '../../base/exact-number.ts';
import { changedItems, changedMembers, isMap, type Members } from '../../base/members.ts';
import { Turn } from '../../base/turn.ts';
import type { HttpReply } from '../../sources/http-source.ts';
import { readableTime } from '../../template/times.ts';
import { untagged } from './tagged-value.ts';

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  // Decodes numeric character references too. The parser refuses external entities, and bounds the expansion of others.
  htmlEntities: true,
  trimValues: true,
});

/** A JSON value as expressions and rows hold it. Members with null are omitted. What needs no change is not copied. */
function readable(value: unknown): unknown {
  if (typeof value === 'string') return readableTime(value);
  if (value instanceof ExactNumber) return toDecimalText(value.text) ?? value.text;
  if (Array.isArray(value)) return changedItems(value, readable);
  return isMap(value) ? readableMap(value) : value;
}

function readableMap(map: Members): unknown {
  const untaggedValue = Object.hasOwn(map, '__class__') ? untagged(map) : undefined;
  return untaggedValue ?? changedMembers(map, readableMember);
}

const readableMember = (value: unknown): unknown => (value === null ? undefined : readable(value));

/**
 * How many values of a body `readable` unwraps or converts, by their type as the ERP writes it: `Decimal`,
 * `/Date(...)/`. Empty if there are none.
 */
export function unwrappedTypes(body: unknown): Readonly<Record<string, number>> {
  const types: Record<string, number> = {};
  const count = (type: string): void => {
    types[type] = (types[type] ?? 0) + 1;
  };
  const walk = (value: unknown): void => {
    if (typeof value === 'string' && readableTime(value) !== value) count('/Date(...)/');
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) {
      const members = Object.fromEntries(Object.entries(value));
      if (untagged(members) !== undefined) count(String(members.__class__));
      else for (const item of Object.values(members)) walk(item);
    }
  };
  walk(body);
  return types;
}

/** `readable` in turns, between which other requests run. */
async function readableInTurns(value: unknown, turn: Turn): Promise<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return readable(value);
  const isList = Array.isArray(value);
  if (!isList && Object.hasOwn(value, '__class__')) return readable(value);
  const items: readonly unknown[] = isList ? value : Object.values(value);
  const names = isList ? [] : Object.keys(value);
  // The items of a long list are rows: a promise for each would cost more than the row.
  const areRows = items.length > manyItems;
  const list: unknown[] = [];
  const members: [string, unknown][] = [];
  for (const [index, item] of items.entries()) {
    if (turn.isOver(index)) await turn.next();
    if (!isList && item === null) continue;
    const result = areRows && !isLong(item) ? readable(item) : await readableInTurns(item, turn);
    if (isList) list.push(result);
    else members.push([names[index] ?? '', result]);
  }
  return isList ? list : Object.fromEntries(members);
}

/** Items of a list that are converted without a promise for each. */
const manyItems = 50;

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > manyItems;

function convertedBody({ body, headers, isLarge, isPlain }: HttpReply): unknown {
  if (isPlain === true) return body;
  if (typeof body !== 'string') return isLarge === true ? readableInTurns(body, new Turn()) : readable(body);
  if (!/[/+]xml\b/.test(headers['content-type'] ?? '')) return body;
  try {
    return readable(xml.parse(body));
  } catch {
    return body;
  }
}

/** The text of a body, JSON or XML, as expressions see it; undefined where it is neither. For examples of answers, not for answers. */
export function readableText(text: string): unknown {
  if (!/^\s*</.test(text)) {
    const parsed = parseAnswer(text);
    return parsed.ok ? readable(parsed.body) : undefined;
  }
  try {
    return readable(xml.parse(text));
  } catch {
    return undefined;
  }
}

/** Bodies by reply: the verdict needs the body, and then the rows. */
const bodies = new WeakMap<HttpReply, { readonly body: unknown }>();

/**
 * The body of a reply. XML becomes maps and lists, with `@name` for attributes; other text is returned unchanged. A large body is converted in
 * turns.
 */
export async function bodyOf(reply: HttpReply): Promise<unknown> {
  const converted = bodies.get(reply) ?? { body: await convertedBody(reply) };
  bodies.set(reply, converted);
  return converted.body;
}
