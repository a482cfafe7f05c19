/** A merged profile as YAML that is itself a profile, with the place that each line was written at. */
import { isScalar, isSeq, isMap as isYamlMap, LineCounter, type ParsedNode, parseDocument, stringify } from 'yaml';
import type { Path } from '../../base/place.ts';
import { cellsOf } from '../../diagnostics/terminal-cells.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { withoutSecrets } from './secrets.ts';

export interface ShownLine {
  readonly text: string;
  /** `file:line` of what begins on this line; undefined inside of a text of several lines. */
  readonly origin: string | undefined;
}

/** By line, counted from 1: the path of the innermost thing that begins there, and whether its key does. */
type Begun = Map<number, { readonly path: Path; readonly target: 'key' | 'value' }>;

function beginnings(root: ParsedNode | null, lineOf: (offset: number) => number): Begun {
  const begun: Begun = new Map();
  const walk = (node: ParsedNode | null, path: Path): void => {
    if (isYamlMap(node)) {
      for (const { key, value } of node.items) {
        if (!isScalar(key)) continue;
        const own = [...path, String(key.value)];
        begun.set(lineOf(key.range?.[0] ?? 0), { path: own, target: 'key' });
        walk(value, own);
      }
    } else if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        begun.set(lineOf(item.range[0]), { path: [...path, index], target: 'value' });
        walk(item, [...path, index]);
      }
    }
  };
  walk(root, []);
  return begun;
}

/** The lines of the profile, which is valid by itself. Secrets are not shown. */
export function showProfile(document: ProfileDocument): readonly ShownLine[] {
  // Long texts stay on their lines: a comment cannot stand inside of a text that goes on.
  const text = stringify(withoutSecrets(document.value), { lineWidth: 0, aliasDuplicateObjects: false });
  const lineCounter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter });
  const begun = beginnings(parsed.contents, (offset) => lineCounter.linePos(offset).line);
  return text
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const at = begun.get(index + 1);
      const place = at && document.place(at.path, at.target);
      return { text: line, origin: place && `${place.file}:${place.line}` };
    });
}

/** Columns in which the lines of a profile end mostly; comments stand behind them. */
const widest = 100;

/** The lines as one text, each with its origin as a comment at its end. */
export function withOrigins(lines: readonly ShownLine[]): string {
  const widthOf = (text: string): number => cellsOf(text).reduce((sum, { width }) => sum + width, 0);
  const widths = lines.filter(({ origin }) => origin !== undefined).map(({ text }) => widthOf(text));
  const column = Math.max(0, ...widths.filter((width) => width <= widest));
  return lines
    .map(({ text, origin }) => {
      const space = ' '.repeat(Math.max(0, column - widthOf(text)));
      return origin === undefined ? `${text}\n` : `${text}${space} # ${origin}\n`;
    })
    .join('');
}
