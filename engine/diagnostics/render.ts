/** Renders diagnostics as text for people and as JSON for tools. */
import { comparePlaces, compareTexts } from '../base/compare.ts';
import type { Place } from '../base/place.ts';
import { codeFrame } from './code-frame.ts';
import { codes } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';
import { groupFindings, mergeFindings } from './merge-findings.ts';
import { type Paint, paintOf } from './paint.ts';
import { concealIn } from './secrets/mask-source.ts';
import { printable } from './terminal-cells.ts';

const nowhere: Place = { file: '', line: 0, column: 0, length: 0 };

const compare = (a: Diagnostic, b: Diagnostic): number =>
  comparePlaces(a.place ?? nowhere, b.place ?? nowhere) ||
  compareTexts(a.code, b.code) ||
  compareTexts(a.message, b.message);

/** The diagnostics without the secrets that are written into their files, which a message may repeat. */
export function withoutSecretsOf(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  if (diagnostics.length === 0) return diagnostics;
  const conceal = concealIn(sources);
  return diagnostics.map((one) => ({ ...one, message: conceal(one.message), hint: conceal(one.hint) }));
}

/**
 * Sorts by file, line, column, code and message; findings without a place come first. Duplicates are removed, and findings with the same cause
 * become one.
 */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const sorted = [...mergeFindings(diagnostics)].sort(compare);
  const distinct = sorted.filter((diagnostic, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || compare(previous, diagnostic) !== 0;
  });
  return groupFindings(distinct);
}

interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly advice: number;
}

function count(diagnostics: readonly Diagnostic[]): Counts {
  const countOf = (wanted: Diagnostic['severity']): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  return { errors: countOf('error'), warnings: countOf('warning'), advice: countOf('advice') };
}

/** `no findings`, or for example `3 errors, 1 warning`. Duplicates count once. */
export function countText(diagnostics: readonly Diagnostic[]): string {
  return countParts(sortDiagnostics(diagnostics)).join(', ') || 'no findings';
}

function countParts(diagnostics: readonly Diagnostic[]): readonly string[] {
  const { errors, warnings, advice } = count(diagnostics);
  const part = (number: number, one: string, several: string): readonly string[] =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : several}`];
  return [
    ...part(errors, 'error', 'errors'),
    ...part(warnings, 'warning', 'warnings'),
    ...part(advice, 'piece of advice', 'pieces of advice'),
  ];
}

const listText = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ');

/** Indents the lines after the first one by `by` spaces. */
function indented(text: string, by: number): string {
  return printable(text.trim(), true).replaceAll('\n', `\n${' '.repeat(by)}`);
}

/** Lines of the finding's own file, then `file:line` of others: `line 12, line 40, base.yaml:7`. */
function linesText(places: readonly Place[], place: Place | undefined): string {
  const texts = places.map(({ file, line }) => (file === place?.file ? `line ${line}` : `${printable(file)}:${line}`));
  return [...new Set(texts)].join(', ');
}

function renderOne(diagnostic: Diagnostic, text: string | undefined, paint: Paint): string {
  const { code, severity, place, alsoAt, usedAt, coordinate } = diagnostic;
  const frame = place === undefined || text === undefined ? undefined : codeFrame(text, place);
  const margin = Math.max(2, ...(frame ?? []).map(({ gutter }) => gutter.length));
  const blank = ' '.repeat(margin);
  const lines = [`${paint(severity, `${severity}[${code}]`)}${paint('bold', `: ${indented(diagnostic.message, 2)}`)}`];
  if (place !== undefined) {
    lines.push(`${blank}${paint('quiet', '-->')} ${printable(place.file)}:${place.line}:${place.column}`);
  }
  if (frame !== undefined) {
    lines.push(`${blank} ${paint('quiet', '|')}`);
    for (const row of frame) {
      const isMark = row.gutter === '';
      const content = isMark ? paint(severity, row.text) : row.text;
      lines.push(`${paint('quiet', `${row.gutter.padStart(margin)} |`)} ${content}`.trimEnd());
    }
    lines.push(`${blank} ${paint('quiet', '|')}`);
  }
  lines.push(`${blank} ${paint('quiet', '=')} hint: ${indented(diagnostic.hint, margin + 3)}`);
  if (alsoAt !== undefined) lines.push(`${blank} ${paint('quiet', '=')} also at: ${linesText(alsoAt, place)}`);
  if (usedAt !== undefined) lines.push(`${blank} ${paint('quiet', '=')} used at: ${linesText(usedAt, place)}`);
  if (coordinate !== undefined) lines.push(`${blank} ${paint('quiet', '=')} contract: ${printable(coordinate)}`);
  return lines.join('\n');
}

/**
 * All diagnostics as text: each with its place, code frame, hint and contract coordinate, followed by a line with their number. `sources`
 * holds the texts of the files by the names that places use; a file without a text gets no frame. Returns an empty text if there are no
 * diagnostics; otherwise the text ends with a line break.
 */
export function renderText(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  options: { readonly color: boolean },
): string {
  const paint = paintOf(options.color);
  const sorted = sortDiagnostics(withoutSecretsOf(diagnostics, sources));
  if (sorted.length === 0) return '';
  const blocks = sorted.map((one) => renderOne(one, one.place && sources.get(one.place.file), paint));
  return `${[...blocks, `${listText(countParts(sorted))}.`].join('\n\n')}\n`;
}

/** One JSON object with the number of findings of each severity and the sorted list, without secrets; ends with a line break. */
export function renderJson(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): string {
  const sorted = sortDiagnostics(withoutSecretsOf(diagnostics, sources));
  const list = sorted.map(({ code, severity, message, hint, place, alsoAt, usedAt, coordinate }) => ({
    code,
    title: codes[code].title,
    severity,
    message,
    hint,
    ...place,
    ...(alsoAt === undefined ? {} : { alsoAt }),
    ...(usedAt === undefined ? {} : { usedAt }),
    ...(coordinate === undefined ? {} : { contract: coordinate }),
  }));
  return `${JSON.stringify({ ...count(sorted), diagnostics: list }, null, 2)}\n`;
}
