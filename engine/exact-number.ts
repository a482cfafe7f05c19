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
