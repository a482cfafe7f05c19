/** The YAML of a profile with a slip in it: all that stands outside of the entry with the slip is read. */

import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type ParsedProfile, parseProfile } from './parse.ts';

export interface ParsedWhole extends ParsedProfile {
  /** Entries that could not be read, and stand in no value: endpoints, settings, sources, or a whole section. */
  readonly unread: readonly Path[];
}

/** Slips that are looked for in one file, each in an entry of its own. */
const most = 20;

/** Of what is no map, too large, or several documents in one, no entry can be told from another. */
const hopeless: readonly Code[] = ['YAML106', 'YAML109', 'YAML114'];

interface Entry {
  /** Its first line, and the line behind its last one; counted from 0. */
  readonly from: number;
  readonly to: number;
  /** Undefined where its key cannot be told. */
  readonly path: Path | undefined;
}

const isBlank = (line: string): boolean => /^\s*(?:#|$)/.test(line);

/** How far a line is indented. A tab is as wide as it looks, so that its line stays in the entry in which it was meant to be. */
function indentOf(line: string): number {
  return (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(8)).length;
}

function keyOf(line: string): string | undefined {
  const match = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s"'#[{-][^:]*?))\s*:/.exec(line);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function sectionOf(lines: readonly string[], at: number): number {
  for (let line = at; line > 0; line -= 1) {
    const text = lines[line] ?? '';
    if (!isBlank(text) && indentOf(text) === 0) return line;
  }
  return 0;
}

function endOf(lines: readonly string[], from: number, indent: number): number {
  const behind = lines.findIndex((line, index) => index > from && !isBlank(line) && indentOf(line) <= indent);
  return behind < 0 ? lines.length : behind;
}

/** The entry that a line belongs to: one of a section, `  /debtors/list:`, or a whole section. */
function entryAt(lines: readonly string[], at: number): Entry {
  const section = sectionOf(lines, at);
  const name = keyOf(lines[section] ?? '');
  const whole: Entry = {
    from: section,
    to: endOf(lines, section, 0),
    path: name === undefined ? undefined : [name],
  };
  const first = lines.findIndex((line, index) => index > section && !isBlank(line));
  if (section === at || first < 0 || first > at || name === undefined) return whole;
  const indent = indentOf(lines[first] ?? '');
  for (let line = at; line > section; line -= 1) {
    const text = lines[line] ?? '';
    if (isBlank(text) || indentOf(text) > indent) continue;
    const key = keyOf(text);
    return key === undefined ? whole : { from: line, to: endOf(lines, line, indentOf(text)), path: [name, key] };
  }
  return whole;
}

/** The text without an entry; all else stays where it is. */
function without(lines: readonly string[], { from, to }: Entry): readonly string[] {
  return lines.map((line, index) => (index >= from && index < to ? line.replaceAll(/[^\r]/g, ' ') : line));
}

/** Reads a profile as `parseProfile` does; where YAML cannot be read, the entries without slips. */
export function parseWhole(given: string, file: string): ParsedWhole {
  let lines: readonly string[] = given.replace(/^\ufeff/, '').split('\n');
  const found: Diagnostic[] = [];
  const unread: Path[] = [];
  for (let slip = 0; slip < most; slip += 1) {
    const { document, diagnostics } = parseProfile(lines.join('\n'), file);
    if (document !== undefined) return { document, diagnostics: [...found, ...diagnostics], unread };
    const first = diagnostics.find(({ code }) => code !== 'YAML113');
    if (first?.place === undefined || hopeless.includes(first.code))
      return { document, diagnostics: slip > 0 ? found : diagnostics, unread };
    found.push(first);
    const entry = entryAt(lines, first.place.line - 1);
    if (lines.slice(entry.from, entry.to).every(isBlank)) break;
    lines = without(lines, entry);
    if (entry.path !== undefined) unread.push(entry.path);
  }
  return { document: undefined, diagnostics: found, unread };
}
