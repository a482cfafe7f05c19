/** Parses a profile with YAML errors: entries with an error are blanked out, and the rest is parsed. */

import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Entry, entryAt, isBlank, type Lines, type Section, sectionsOf } from './entries.ts';
import { type ParsedProfile, parseProfile } from './parse-profile.ts';
import { indentAlike, indentDiffers } from './yaml-faults.ts';

interface PartialProfile extends ParsedProfile {
  /** Entries that could not be parsed and are missing from the value: endpoints, settings, sources, or a whole section. */
  readonly unread: readonly Path[];
}

/** Maximum number of entries with an error that are reported for one file. */
const maxErrors = 20;

/** Errors that are not limited to an entry. */
const unbounded: readonly Code[] = ['YAML106', 'YAML109', 'YAML114'];

const linesOf = (source: string): readonly string[] => source.replace(/^\ufeff/, '').split('\n');

/** The entry of a section, or the section, that contains a line, counted from 1; undefined for a line before the first section. */
export const entryPathAt = (text: string, line: number): Path | undefined =>
  entryAt(sectionsOf(linesOf(text)), line - 1)?.path;

/** The keys of a section in the order of the text, also those of entries that cannot be parsed. */
export const entryNames = (text: string, section: string): readonly string[] =>
  sectionsOf(linesOf(text)).flatMap(({ path, entries }) =>
    path[0] === section ? entries.map((entry) => String(entry.path[1])) : [],
  );

/** The lines of an entry, or of a section, as they are written; empty if there is none with this path. */
export function entryTextAt(text: string, path: Path): string {
  const lines = linesOf(text);
  const entries = sectionsOf(lines).flatMap((section) => [section, ...section.entries]);
  const entry = entries.find((one) => one.path.join('\n') === path.join('\n'));
  return entry === undefined ? '' : lines.slice(entry.from, entry.to).join('\n');
}

/** Replaces the characters of some lines with spaces, so that all places stay the same. */
const blankOut = (lines: readonly string[], { from, to }: Lines): readonly string[] =>
  lines.map((line, index) => (index >= from && index < to ? line.replaceAll(/[^\r]/g, ' ') : line));

/** The error because of which a text cannot be parsed. */
const firstError = ({ document, diagnostics }: ParsedProfile): Diagnostic | undefined =>
  document === undefined ? diagnostics.find(({ code }) => code !== 'YAML113') : undefined;

/** Lines that were blanked out, with the error that they have. */
interface Fault extends Lines {
  readonly paths: readonly Path[];
  readonly error: Diagnostic;
}

/** Finds the faulty entries of a section. Each is parsed without the others: a quote that one lacks does not end in the next one. */
function faultsOfSection(lines: readonly string[], section: Section, file: string): readonly Fault[] {
  /** The error of the header with some of the lines below it. */
  const errorOf = (all: readonly string[], { from, to }: Lines): Diagnostic | undefined => {
    const text = [all[section.from] ?? '', ...all.slice(Math.max(from, section.from + 1), to)].join('\n');
    const error = firstError(parseProfile(text, file));
    if (error?.place === undefined) return error;
    const { line } = error.place;
    const shift = line === 1 ? section.from : Math.max(from, section.from + 1) - 1;
    return { ...error, place: { ...error.place, line: line + shift } };
  };
  const error = errorOf(lines, section);
  if (error === undefined) return [];
  const faultOf = ({ from, to, path, within }: Entry, cause: Diagnostic): Fault => ({
    ...{ from, to, paths: [path, ...within], error: cause },
  });
  const misplaced = (line: number): Diagnostic => {
    const column = (/^\s*/.exec(lines[line] ?? '')?.[0].length ?? 0) + 1;
    const length = Math.max(1, (lines[line] ?? '').trim().length);
    const place = { file, line: line + 1, column, length };
    return { code: 'YAML101', severity: 'error', message: indentDiffers, hint: indentAlike, place };
  };
  const faulty = section.entries.flatMap((entry) => {
    const cause = errorOf(lines, entry);
    return cause === undefined ? [] : [faultOf(entry, cause)];
  });
  const isLeft = (faults: readonly Fault[]): boolean => errorOf(faults.reduce(blankOut, lines), section) === undefined;
  if (faulty.length > 0 && isLeft(faulty)) return faulty;
  const irregular = section.entries.flatMap((entry) => {
    const isFaulty = faulty.some(({ from }) => from === entry.from);
    return isFaulty || entry.irregularLine === undefined ? [] : [faultOf(entry, misplaced(entry.irregularLine))];
  });
  const all = [...faulty, ...irregular];
  const { from, to, path } = section;
  return all.length > 0 && isLeft(all) ? all : [{ from, to, paths: [path], error }];
}

/** Parses like `parseProfile`; if the text is not valid YAML, it parses the entries without errors. */
export function parsePartially(source: string, file: string): PartialProfile {
  const whole = parseProfile(source, file);
  const error = firstError(whole);
  if (error?.place === undefined || unbounded.includes(error.code)) return { ...whole, unread: [] };
  const lines = linesOf(source);
  const sections = sectionsOf(lines);
  const faults = [...sections.flatMap((section) => faultsOfSection(lines, section, file))];
  // What remains are faults between sections, and before the first one.
  for (let round = 0; round <= sections.length; round += 1) {
    const rest = faults.reduce(blankOut, lines);
    const { document, diagnostics } = parseProfile(rest.join('\n'), file);
    const restError = firstError({ document, diagnostics });
    const errors = faults
      .map((fault) => fault.error)
      .toSorted(byLine)
      .slice(0, maxErrors);
    const unread = faults.flatMap(({ paths }) => paths);
    if (restError === undefined) return { document, diagnostics: [...errors, ...diagnostics], unread };
    const at = (restError.place?.line ?? 1) - 1;
    const { from, to, path } = sections.find((one) => one.from <= at && at < one.to) ?? {
      ...{ from: 0, to: sections[0]?.from ?? lines.length, path: undefined },
    };
    if (rest.slice(from, to).every(isBlank)) return { document: undefined, diagnostics: errors, unread };
    faults.push({ from, to, paths: path === undefined ? [] : [path], error: restError });
  }
  return { document: undefined, diagnostics: [error], unread: [] };
}

const byLine = ({ place: one }: Diagnostic, { place: other }: Diagnostic): number =>
  (one?.line ?? 0) - (other?.line ?? 0);
