/** Parses a profile with YAML errors: entries with an error are blanked out, and the rest is parsed. */

import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type ParsedProfile, parseProfile } from './parse-profile.ts';

interface PartialProfile extends ParsedProfile {
  /** Entries that could not be parsed and are missing from the value: endpoints, settings, sources, or a whole section. */
  readonly unread: readonly Path[];
}

/** Maximum number of entries with an error that are reported for one file. */
const maxErrors = 20;

/** Errors that are not limited to an entry. */
const unbounded: readonly Code[] = ['YAML106', 'YAML109', 'YAML114'];

interface Entry {
  /** Its first line, and the line after its last one; counted from 0. */
  readonly from: number;
  readonly to: number;
  /** Undefined if its key cannot be determined. */
  readonly path: Path | undefined;
}

const isBlank = (line: string): boolean => /^\s*(?:#|$)/.test(line);

/** Indentation in columns. A tab counts as eight, so that its line stays in the entry that it was written into. */
function indentOf(line: string): number {
  return (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(8)).length;
}

function lineKey(line: string): string | undefined {
  const match = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s"'#[{-][^:]*?))\s*:/.exec(line);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** The first line of the top-level section that contains the line. */
function sectionStart(lines: readonly string[], at: number): number {
  for (let line = at; line > 0; line -= 1) {
    const text = lines[line] ?? '';
    if (!isBlank(text) && indentOf(text) === 0) return line;
  }
  return 0;
}

/** The line after the last one of an entry that begins at `from` with this indentation. */
function entryEnd(lines: readonly string[], from: number, indent: number): number {
  const end = lines.findIndex((line, index) => index > from && !isBlank(line) && indentOf(line) <= indent);
  return end < 0 ? lines.length : end;
}

/** The entry that contains a line: an entry of a section, such as `  /debtors/list:`, or the whole section. */
function entryAt(lines: readonly string[], at: number): Entry {
  const section = sectionStart(lines, at);
  const name = lineKey(lines[section] ?? '');
  const wholeSection: Entry = {
    from: section,
    to: entryEnd(lines, section, 0),
    path: name === undefined ? undefined : [name],
  };
  const first = lines.findIndex((line, index) => index > section && !isBlank(line));
  if (section === at || first < 0 || first > at || name === undefined) return wholeSection;
  const indent = indentOf(lines[first] ?? '');
  for (let line = at; line > section; line -= 1) {
    const text = lines[line] ?? '';
    if (isBlank(text) || indentOf(text) > indent) continue;
    const key = lineKey(text);
    if (key === undefined) return wholeSection;
    return { from: line, to: entryEnd(lines, line, indentOf(text)), path: [name, key] };
  }
  return wholeSection;
}

/** The entry of a section, or the section, that contains a line, counted from 1; undefined if its key cannot be determined. */
export const entryPathAt = (text: string, line: number): Path | undefined =>
  entryAt(text.replace(/^\ufeff/, '').split('\n'), line - 1).path;

/** Replaces the characters of an entry with spaces, so that all places stay the same. */
function blankOut(lines: readonly string[], { from, to }: Entry): readonly string[] {
  return lines.map((line, index) => (index >= from && index < to ? line.replaceAll(/[^\r]/g, ' ') : line));
}

/** Parses like `parseProfile`; if the text is not valid YAML, it parses the entries without errors. */
export function parsePartially(source: string, file: string): PartialProfile {
  let lines: readonly string[] = source.replace(/^\ufeff/, '').split('\n');
  const errors: Diagnostic[] = [];
  const unread: Path[] = [];
  for (let round = 0; round < maxErrors; round += 1) {
    const { document, diagnostics } = parseProfile(lines.join('\n'), file);
    if (document !== undefined) return { document, diagnostics: [...errors, ...diagnostics], unread };
    const first = diagnostics.find(({ code }) => code !== 'YAML113');
    if (first?.place === undefined || unbounded.includes(first.code))
      return { document, diagnostics: round > 0 ? errors : diagnostics, unread };
    errors.push(first);
    const entry = entryAt(lines, first.place.line - 1);
    if (lines.slice(entry.from, entry.to).every(isBlank)) break;
    lines = blankOut(lines, entry);
    if (entry.path !== undefined) unread.push(entry.path);
  }
  return { document: undefined, diagnostics: errors, unread };
}
