/**
 * Masks what the ERP answers during a session, by the rules of src/masking. Equal values have equal replacements in all answers, and a replacement
 * in a request is translated back: an assistant can look up a customer whose real name it never sees.
 */
import { randomBytes } from 'node:crypto';
import { parseBody } from '../../../engine/index.ts';
import { jsonText } from '../../../engine/tools/index.ts';
import { classify, createMasker, type MaskClass, maskJson, maskXml } from '../../masking/index.ts';
import type { ShownRows } from '../../studio/protocol/call.ts';

export interface SessionMasker {
  /** A value with the name of its column, parameter or member. `owner`: its table. */
  value(name: string, value: string, owner?: string): string;
  /** Rows, column by column. `owner`: the table. */
  rows(rows: ShownRows, owner?: string): ShownRows;
  /** A body in JSON or XML; other texts are masked as free text. */
  body(text: string): string;
  /** A text of this program, such as a message: values that were masked before are replaced. */
  message(text: string): string;
  /** A request of the assistant with the real values. */
  real(value: unknown): unknown;
  /** What holds from now on. `keep`: words of the contract and of the profile. `conceal`: hides secrets, before a value is masked word by word. */
  begin(given: { readonly keep: Iterable<string>; readonly conceal: (text: string) => string }): void;
}

/** Classes whose values a profile has to name: states, units, dates, amounts. They say nothing about a person. */
const plainClasses: ReadonlySet<MaskClass> = new Set(['code', 'date', 'money']);

/** Replacements that are remembered. */
const mostRemembered = 50_000;

/** Shortest words that are replaced in messages: shorter ones are parts of ordinary sentences. */
const leastLetters = 4;

const tokens = /[\p{L}\p{M}\p{N}]+/gu;
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);

export function createSessionMasker(): SessionMasker {
  const masker = createMasker({ key: randomBytes(32).toString('hex') });
  const kept = new Set<string>();
  let conceal = (value: string): string => value;
  /** Whole values and single words, without regard to case. */
  const [realOf, fakeOf] = [new Map<string, string>(), new Map<string, string>()];

  function remember(real: string, fake: string): void {
    if (real === fake || realOf.size > mostRemembered) return;
    realOf.set(fake.toLowerCase(), real);
    fakeOf.set(real.toLowerCase(), fake);
  }

  function text(maskClass: MaskClass, value: string): string {
    if (conceal(value) !== value) return '[secret]';
    if (plainClasses.has(maskClass) || kept.has(value.trim().toLowerCase())) return value;
    const fake = masker.text(maskClass, value);
    remember(value, fake);
    const [reals, fakes] = [value.match(tokens) ?? [], fake.match(tokens) ?? []];
    if (reals.length === fakes.length)
      for (const [index, real] of reals.entries()) remember(real, fakes[index] ?? real);
    return fake;
  }

  /** Each word or number that was masked before, by its counterpart. */
  const translated = (value: string, by: ReadonlyMap<string, string>, least: number): string =>
    by.get(value.toLowerCase()) ??
    value.replaceAll(tokens, (word) => (word.length < least ? word : (by.get(word.toLowerCase()) ?? word)));

  function column(name: string, owner: string | undefined, values: readonly string[]): (value: string) => string {
    const filled = values.filter((value) => value.trim() !== '');
    const kind = filled.length > 0 && filled.every(isNumber) ? 'number' : 'text';
    const { maskClass } = classify({ name, owner, kind, values: filled });
    return (value) => (/^\s*[[{<]/.test(value) ? body(value) : text(maskClass, value));
  }

  function body(given: string): string {
    const parsed = parseBody(given);
    if (parsed.ok) return jsonText(maskJson(parsed.body, { masker: { text } }));
    return given.trimStart().startsWith('<') ? maskXml(given, { masker: { text } }) : text('text', given);
  }

  function real(value: unknown): unknown {
    if (typeof value === 'string') return translated(value, realOf, 1);
    if (Array.isArray(value)) return value.map((item: unknown) => real(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, real(inner)]));
  }

  return {
    value: (name, value, owner) => column(name, owner, [value])(value),
    rows({ columns, rows, count }, owner) {
      const masks = columns.map((name, index) =>
        column(
          name,
          owner,
          rows.flatMap((row) => row[index] ?? []),
        ),
      );
      const cell = (value: string | null, index: number): string | null =>
        value === null ? null : (masks[index]?.(value) ?? null);
      return { columns, rows: rows.map((row) => row.map(cell)), count };
    },
    body,
    message: (given) => translated(given, fakeOf, leastLetters),
    real,
    begin({ keep, conceal: hide }) {
      conceal = hide;
      for (const value of keep) kept.add(value.trim().toLowerCase());
    },
  };
}
