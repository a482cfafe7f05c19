/** JSON numbers whose digits a double cannot hold, kept as they were written. */

/** A number of a JSON text that is kept as it was written. A class, so that no JSON object can be mistaken for one. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const significant = 15;
/** A run of digits long enough to lose some, or an exponent far enough to leave the range of a double. */
const suspicious = /[\d.]{16}|[eE][+-]?\d{3}/;

/**
 * Parses JSON and keeps numbers of more than 15 significant digits as `ExactNumber`. Never throws: text that is no JSON, or is nested
 * beyond what the stack holds, is `{ ok: false }`.
 */
export function parseBody(text: string): { readonly ok: true; readonly body: unknown } | { readonly ok: false } {
  try {
    return { ok: true, body: suspicious.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** A reviver; the runtime hands the source text of a primitive as third argument, which the library's types do not know yet. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return losesDigits(context.source, value) ? new ExactNumber(context.source) : value;
}

function losesDigits(source: string, value: number): boolean {
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return digits.length > significant || (value === 0 && digits !== '');
}

/** A value as JSON text: its numbers with all their digits. Members that are undefined are left out. */
export function jsonText(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${jsonText(item)}`).join(',')}}`;
}
