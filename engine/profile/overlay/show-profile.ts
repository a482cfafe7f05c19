/** Prints a merged profile as YAML that is itself a valid profile, with the origin of each line. */
import { isScalar, isSeq, isMap as isYamlMap, LineCounter, type ParsedNode, parseDocument, stringify } from 'yaml';
import type { Path } from '../../base/place.ts';
import { withoutSecrets } from '../../diagnostics/secrets/mask-values.ts';
import { cellsOf } from '../../diagnostics/terminal-cells.ts';
import type { ProfileDocument } from '../yaml/document.ts';

interface ShownLine {
  readonly text: string;
  /** `file:line` that the entry on this line comes from; undefined on the further lines of a text. */
  readonly origin: string | undefined;
}

/** By line number, counted from 1: the path of the innermost entry that begins there. */
type EntryByLine = Map<number, { readonly path: Path; readonly target: 'key' | 'value' }>;

function entriesByLine(root: ParsedNode | null, lineOf: (offset: number) => number): EntryByLine {
  const entries: EntryByLine = new Map();
  const walk = (node: ParsedNode | null, path: Path): void => {
    if (isYamlMap(node)) {
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue;
        const entryPath = [...path, String(key.value)];
        entries.set(lineOf(key.range?.[0] ?? 0), { path: entryPath, target: 'key' });
        walk(value, entryPath);
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        entries.set(lineOf(item.range[0]), { path: [...path, index], target: 'value' });
        walk(item, [...path, index]);
      }
    }
  };
  walk(root, []);
  return entries;
}

/** The lines of the merged profile, without secrets. */
export function showProfile(document: ProfileDocument): readonly ShownLine[] {
  // Long texts are not wrapped, because a comment cannot be placed inside a wrapped text.
  const text = stringify(withoutSecrets(document.value), { lineWidth: 0, aliasDuplicateObjects: false });
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter });
  const entries = entriesByLine(parsed.contents, (offset) => lineCounter.linePos(offset).line);
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const entry = entries.get(index + 1);
      const place = entry && document.place(entry.path, entry.target);
      return { text: line, origin: place && `${place.file}:${place.line}` };
    });
}

/** Comments are aligned after the longest line that is not longer than this, in columns. */
const maxAlignedWidth = 100;

/** The lines as one text, each with its origin as a trailing comment. */
export function withOrigins(lines: readonly ShownLine[]): string {
  const widthOf = (text: string): number => cellsOf(text).reduce((sum, { width }) => sum + width, 0);
  const widths = lines.filter(({ origin }) => origin !== undefined).map(({ text }) => widthOf(text));
  const column = Math.max(0, ...widths.filter((width) => width <= maxAlignedWidth));
  return lines
    .map(({ text, origin }) => {
      const space = ' '.repeat(Math.max(0, column - widthOf(text)));
      return origin === undefined ? `${text}\n` : `${text}${space} # ${origin}\n`;
    })
    .join('');
}
