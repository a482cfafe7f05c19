/** The path of a request: a value can neither leave its segment nor turn it into `.` or `..`. */
import { percent, writtenPath } from './encode.ts';
import type { Literals } from './literals.ts';
import { type HoleScope, type Piece, renderText, type TextTemplate } from './text.ts';
import { type Atom, plainText, UnfitValue } from './value.ts';

export interface PathTemplate {
  /** A key in parentheses, as in `/Items({{ sku }})`, is a literal; anything else is plain text. */
  readonly segments: readonly TextTemplate[];
}

/** Splits a path, which begins with a slash, at the slashes of its constant text. */
export function pathTemplate(pieces: readonly Piece[]): PathTemplate {
  const segments: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      segments.at(-1)?.push(piece);
      continue;
    }
    const [first = '', ...others] = piece.text.split('/');
    segments.at(-1)?.push({ kind: 'text', text: first });
    for (const text of others) segments.push([{ kind: 'text', text }]);
  }
  return {
    segments: segments
      .slice(1)
      .map((segment) => ({ pieces: segment.filter((piece) => piece.kind !== 'text' || piece.text !== '') })),
  };
}

/** The path as the profile has it, with expressions and names of settings in place of values. */
export function pathText({ segments }: PathTemplate): string {
  const pieceText = (piece: Piece): string =>
    piece.kind === 'text'
      ? piece.text
      : piece.kind === 'setting'
        ? `\${${piece.name}}`
        : `{{ ${piece.hole.expression.text.trim()} }}`;
  return segments.map(({ pieces }) => `/${pieces.map(pieceText).join('')}`).join('');
}

/** Whether a hole of the segment is inside parentheses. */
export function standsInKey(pieces: readonly Piece[], index: number): boolean {
  const before = pieces
    .slice(0, index)
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('');
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

function renderSegment({ pieces }: TextTemplate, literals: Literals, scope: HoleScope): string {
  let segment = '';
  for (const [index, piece] of pieces.entries()) {
    const write = standsInKey(pieces, index) ? literals.write : plainText;
    const encoded = (atom: Atom): string => percent(write(atom));
    const text = renderText({ pieces: [piece] }, scope, encoded, (part, kind) =>
      kind === 'setting' ? percent(part) : writtenPath(part),
    );
    if (text === undefined) throw new UnfitValue('a part of the path has no value');
    segment += text;
  }
  // An empty segment would address another path; `.` and `..` are relative steps, even if they are encoded.
  const isData = pieces.some(({ kind }) => kind !== 'text');
  if (isData && /^(?:\.|%2e){0,2}$/i.test(segment)) throw new UnfitValue(`"${segment}" cannot be a part of a path`);
  return segment;
}

/** The path begins with a slash. Values are percent-encoded; throws `UnfitValue` for one that no segment can have. */
export function renderPath({ segments }: PathTemplate, literals: Literals, scope: HoleScope): string {
  let path = '';
  for (const segment of segments) path += `/${renderSegment(segment, literals, scope)}`;
  return path;
}
