/** The lines of a profile as entries of its sections, such as the lines of an endpoint, without parsing them: for a text that is not valid YAML. */
import type { Path } from '../../base/place.ts';
import { profileKeys } from '../schema/profile.ts';

/** A range of lines: its first one, and the line after its last one; counted from 0. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface Entry extends Lines {
  /** The key of its section and its own one. */
  readonly path: Path;
  /** Paths of endpoints that may begin within its lines, because their indentation is between that of an entry and that of its content. */
  readonly within: readonly Path[];
  /** The line whose indentation is not that of the other entries: it may belong to another entry, or to none. */
  readonly irregularLine: number | undefined;
}

/** A section. Its first line has its key. */
export interface Section extends Lines {
  readonly path: Path;
  /** None if its value begins beside its key, as in `settings: { a: 1 }`. */
  readonly entries: readonly Entry[];
}

/** Whether a line has nothing but blanks and a comment. */
export const isBlank = (line: string): boolean => /^\s*(?:#|$)/.test(line);

/** Whether the indentation contains a tab: what the line belongs to is unknown. */
const hasTab = (line: string): boolean => /^ *\t/.test(line);

/** Indentation in columns. A tab counts as eight, so that its line stays in the entry that it was written into. */
function indentOf(line: string): number {
  return (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(8)).length;
}

function lineKey(line: string): string | undefined {
  const match = /^\s*(?:-\s+)?(?:"([^"]*)"|'([^']*)'|([^\s"'#[{-][^:]*?))\s*:/.exec(line);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** A key without its colon. */
const lineText = (line: string): string =>
  line
    .trim()
    .replace(/^-\s+/, '')
    .replaceAll(/^["']|["']$/g, '');

const entryKey = (line: string): string => lineKey(line) ?? lineText(line);

/** Keys of endpoints are paths. */
const isEndpointKey = (key: string): boolean => key.startsWith('/');

/** Whether a line is a key without indentation whose value begins below. */
const isOpen = (line: string): boolean => /^\w+:\s*(?:#.*)?$/.test(line);

/** The next line with content. */
const nextContent = (lines: readonly string[], at: number): string =>
  lines.find((line, index) => index > at && !isBlank(line)) ?? '';

/** The value that occurs most often; the first one of several. */
function mostFrequent(values: readonly number[]): number | undefined {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** The lines with the keys of sections. Other lines without indentation are in an entry by mistake. */
function headersOf(lines: readonly string[]): { readonly headers: readonly number[]; readonly indent: number } {
  const knownKeys: ReadonlySet<string> = new Set(profileKeys());
  const open = lines.flatMap((line, index) => (isOpen(line) ? [index] : []));
  const indents = open.map((index) => indentOf(nextContent(lines, index))).filter((indent) => indent > 0);
  const indent = mostFrequent(indents) ?? 2;
  const isHeader = (line: string, index: number): boolean =>
    !isBlank(line) &&
    indentOf(line) === 0 &&
    (knownKeys.has(lineKey(line) ?? '') || (open.includes(index) && indentOf(nextContent(lines, index)) === indent));
  return { headers: lines.flatMap((line, index) => (isHeader(line, index) ? [index] : [])), indent };
}

/** The entries of a section. `usual`: the indentation of entries in the file. */
function entriesOf(lines: readonly string[], { from: header, to }: Lines, usual: number): readonly Entry[] {
  const name = entryKey(lines[header] ?? '');
  const content = lines.flatMap((line, index) => (index > header && index < to && !isBlank(line) ? [index] : []));
  const indentAt = (index: number | undefined): number => indentOf(lines[index ?? -1] ?? '');
  const [first] = content;
  if (first === undefined) return [];
  const indent = content.some((index) => indentAt(index) === usual) ? usual : indentAt(first);
  const begins = (index: number): boolean => {
    const lineIndent = indentAt(index);
    if (index === first || lineIndent === indent) return true;
    return lineIndent < indent && (lineIndent > 0 || isEndpointKey(entryKey(lines[index] ?? '')));
  };
  const starts = content.filter(begins);
  return starts.map((from, position): Entry => {
    const end = starts[position + 1] ?? to;
    const inner = content.filter((index) => index > from && index < end);
    const innerIndent = indentAt(inner[0]);
    const isOuter = (index: number): boolean => indentAt(index) < innerIndent || hasTab(lines[index] ?? '');
    const within = inner
      .filter(isOuter)
      .map((index) => entryKey(lines[index] ?? ''))
      .filter(isEndpointKey);
    const isRegular = indentAt(from) === indent && !/^\s*-\s/.test(lines[from] ?? '');
    return {
      ...{ from, to: end, path: [name, entryKey(lines[from] ?? '')] },
      within: within.map((key) => [name, key]),
      irregularLine: isRegular ? inner.find((index) => indentAt(index) <= indent) : from,
    };
  });
}

/** The sections of a text, in its order. Lines before the first one belong to none. */
export function sectionsOf(lines: readonly string[]): readonly Section[] {
  const { headers, indent } = headersOf(lines);
  return headers.map((from, position): Section => {
    const to = headers[position + 1] ?? lines.length;
    const header = lines[from] ?? '';
    const entries = isOpen(header) ? entriesOf(lines, { from, to }, indent) : [];
    return { from, to, path: [entryKey(header)], entries };
  });
}

/** The entry of a section, or the section, that contains a line, counted from 0; undefined for a line before the first section. */
export function entryAt(sections: readonly Section[], line: number): Entry | Section | undefined {
  const contains = ({ from, to }: Lines): boolean => from <= line && line < to;
  const section = sections.find(contains);
  return section?.entries.find(contains) ?? section;
}
