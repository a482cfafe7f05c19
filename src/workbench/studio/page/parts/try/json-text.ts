/** JSON as text and as a table. Numbers keep their digits: they are never read as binary numbers. */
import type { ShownRows } from '../../../../operations/protocol/call.ts';

/** JSON with line breaks. Only spaces between tokens change. */
export function prettyJson(json: string): string {
  let depth = 0;
  let text = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') text += `${token}\n${'  '.repeat(++depth)}`;
    else if (token === '}' || token === ']') text += `\n${'  '.repeat(--depth)}${token}`;
    else if (token === ',') text += `,\n${'  '.repeat(depth)}`;
    else text += token === ':' ? ': ' : token;
  }
  return text.replaceAll(/([{[])\s+([}\]])/g, '$1$2');
}

/** JSON with each number as a text of its digits, after `mark`, which is JSON without quotes. */
export const withQuotedNumbers = (json: string, mark = ''): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${mark}${token}"`,
  );

/** An object of JSON, and no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cellOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function tableOf(items: readonly unknown[]): ShownRows {
  const objects = items.filter(isObject);
  const columns = [...new Set(objects.flatMap((item) => Object.keys(item)))];
  return { columns, rows: objects.map((item) => columns.map((name) => cellOf(item[name]))), count: objects.length };
}

export interface AnswerTable {
  /** The name of the list in the answer; empty for the members of the answer itself. */
  readonly name: string;
  readonly rows: ShownRows;
}

/** The lists of an answer as tables, after its other members. `schemaVersion` is left out. */
export function answerTables(json: string): readonly AnswerTable[] {
  const answer: unknown = JSON.parse(withQuotedNumbers(json));
  if (!isObject(answer)) return [];
  const members = Object.entries(answer).filter(([name]) => name !== 'schemaVersion');
  const single = members.filter(([, value]) => !Array.isArray(value));
  const lists = members.flatMap(([name, value]) => (Array.isArray(value) ? [{ name, rows: tableOf(value) }] : []));
  return single.length === 0 ? lists : [{ name: '', rows: tableOf([Object.fromEntries(single)]) }, ...lists];
}
