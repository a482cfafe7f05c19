/** The arguments of a part, as they are inserted for its parameters. */
import type { Argument, Piece } from './template.ts';
import type { Origin } from './template-fault.ts';

/** A name with its qualifiers, or a number: it needs no parentheses in any expression. */
const single = /^[\p{L}\p{N}_$#@.]+$/u;

/** Whether one pair of parentheses encloses the whole text. */
function isEnclosed(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (depth === 0 && at < text.length - 1) return false;
  }
  return text.startsWith('(') && depth === 0;
}

/** The characters of the argument's own code; placeholders and quoted texts are one letter each. */
const codeOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (piece.kind === 'text' && !/^['"`[]/.test(piece.text) ? piece.text : 'x')).join('');

/** The names before a dot in an argument: `i` of `i.item_id`. */
const qualifiers = (pieces: readonly Piece[]): readonly string[] =>
  pieces
    .flatMap((piece) => (piece.kind === 'text' ? [...piece.text.matchAll(/([\p{L}_][\p{L}\p{N}_]*)\s*\./gu)] : []))
    .map(([, name]) => name ?? '');

/**
 * The name in an argument that the query of a part gives to a table of its own: there it would mean that table, and not the one of the statement around
 * it. Undefined if there is none.
 */
export function hiddenName(argument: readonly Piece[], part: readonly Piece[]): string | undefined {
  const partSql = part.map((piece) => (piece.kind === 'text' ? piece.text : ' ? ')).join('');
  return qualifiers(argument).find((name) =>
    new RegExp(`\\bselect\\b[^]*\\b(?:from|join)\\s+[^\\s(),]+\\s+(?:as\\s+)?${name}\\b`, 'i').test(partSql),
  );
}

/** The pieces of an argument without the blanks around it. */
export function trimmed({ pieces, at }: Argument): readonly Piece[] {
  const end = at.offset + at.length;
  return pieces.flatMap((piece): readonly Piece[] => {
    const { part, offset, length } = piece.at;
    if (piece.kind !== 'text' || (offset >= at.offset && offset + length <= end)) return [piece];
    const [from, to] = [Math.max(offset, at.offset), Math.min(offset + length, end)];
    if (to <= from) return [];
    const text = piece.text.slice(from - offset, to - offset);
    return [{ kind: 'text', text, at: { part, offset: from, length: to - from } }];
  });
}

/**
 * The expanded pieces of an argument, in parentheses unless it is a single name, number, text or value, or is in parentheses already: so that
 * `{half(a + b)}` with `{amount} / 2` is `(a + b) / 2`.
 */
export function enclosed(pieces: readonly Piece[], at: Origin): readonly Piece[] {
  const code = codeOf(pieces);
  if (single.test(code) || isEnclosed(code)) return pieces;
  const sign = (text: string): Piece => ({ kind: 'text', text, at });
  return [sign('('), ...pieces, sign(')')];
}
