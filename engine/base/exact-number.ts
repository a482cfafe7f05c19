/** JSON numbers with more digits than a double can hold. */

/** A number with its original JSON text. A class, so that a JSON object cannot be mistaken for it. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const significant = 15;
/** A run of digits that may lose precision in a double, or an exponent that may exceed its range. */
const suspicious = /[\d.]{16}|[eE][+-]?\d{3}/;

/**
 * Parses JSON. Numbers with more than 15 significant digits become `ExactNumber`. Never throws: invalid JSON, or JSON that is nested too deeply for
 * the stack, gives `{ ok: false }`.
 */
export function parseBody(text: string): { readonly ok: true; readonly body: unknown } | { readonly ok: false } {
  try {
    return { ok: true, body: suspicious.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** A JSON reviver. The third argument contains the source text of a primitive; TypeScript does not declare it yet. */
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

/** Writes a value as JSON with all digits of its numbers. Undefined members are omitted. */
export function jsonText(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${jsonText(item)}`).join(',')}}`;
}
