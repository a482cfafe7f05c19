/** Growing selections around a place of a profile: the word, the value, its key, and each map around them. */
import type { Path } from '../../../../engine/index.ts';
import type { ProfileView } from '../profile/view.ts';
import type { Position, Range, Span } from '../text/positions.ts';

const contains = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

const isIn = (path: Path, outer: Path): boolean =>
  path.length >= outer.length && outer.every((segment, index) => segment === path[index]);

function wordAt(text: string, offset: number): Span {
  const before = /[\p{L}\p{N}_]*$/u.exec(text.slice(0, offset))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}_]*/u.exec(text.slice(offset))?.[0].length ?? 0;
  return { start: offset - before, end: offset + after };
}

/** From the innermost one to the whole text. Each contains the one before, and is longer. */
export function selectionsAt({ text, lines, entries }: ProfileView, position: Position): readonly Range[] {
  const offset = lines.offsetAt(position);
  /** The whole of what is at a path: its key, and all values below. */
  const wholeOf = (path: Path): Span => {
    const inside = entries.filter((one) => isIn(one.path, path));
    const starts = inside.map(({ key, value }) => Math.min(key?.start ?? value.start, value.start));
    const ends = inside.map(({ key, value }) => Math.max(key?.end ?? 0, value.end));
    return { start: Math.min(...starts), end: text.slice(0, Math.max(...ends)).trimEnd().length };
  };
  const around = entries.filter(({ key, value, style }) => {
    const isText = style !== 'none' && contains(value, offset);
    return isText || (key !== undefined && contains(key, offset));
  });
  const innermost = around.reduce(
    (inner, one) => (inner === undefined || one.path.length >= inner.path.length ? one : inner),
    around[0],
  );
  const { path = [], value } = innermost ?? {};
  const outer = path.map((_, index) => wholeOf(path.slice(0, path.length - index)));
  const spans = [
    wordAt(text, offset),
    ...(value === undefined ? [] : [value]),
    ...outer,
    { start: 0, end: text.length },
  ];
  const growing: Span[] = [];
  for (const span of spans) {
    const last = growing.at(-1);
    const isLonger = last === undefined || span.end - span.start > last.end - last.start;
    if (isLonger && contains(span, last?.start ?? offset) && contains(span, last?.end ?? offset)) growing.push(span);
  }
  return growing.map(lines.rangeOf);
}
