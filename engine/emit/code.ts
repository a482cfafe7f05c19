/** Source text. `code` is the only way to make it: everything that is inserted is encoded, so that no name and no text can change its structure. */

/** Part of a program: its own text, other parts, and the values that it refers to. */
export class Code {
  /** In the order of the source. */
  readonly pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

type Piece = string | Bound | Code;

/** A function or an object that a program uses. */
export class Bound {
  readonly value: object;
  constructor(value: object) {
    this.value = value;
  }
}

/** What can be inserted: code, a list of code, a literal, or a function or object that the program then refers to. */
export type Insert = Code | readonly Code[] | string | number | boolean | undefined | null | object;

/** The literal of a text. JSON has the same form, apart from two line separators that other tools take for line ends. */
function textLiteral(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);
}

function literal(value: string | number | boolean | undefined | null): string {
  if (typeof value === 'string') return textLiteral(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

function pieceOf(insert: Insert): Piece {
  if (insert instanceof Code) return insert;
  if (Array.isArray(insert) && insert.every((item) => item instanceof Code)) return new Code(insert);
  if (typeof insert === 'object' || typeof insert === 'function') return insert === null ? 'null' : new Bound(insert);
  return literal(insert);
}

/** Source text with inserts: `` code`row[${name}]` ``. */
export function code(texts: TemplateStringsArray, ...inserts: readonly Insert[]): Code {
  const pieces: Piece[] = [];
  for (const [at, text] of texts.entries()) {
    pieces.push(text);
    if (at < inserts.length) pieces.push(pieceOf(inserts[at]));
  }
  return new Code(pieces);
}

/** The n-th variable of a function. */
export const local = (n: number): Code => new Code([`v${Math.trunc(n)}`]);

/** Sets a member of the object that `object` names, which does not inherit it; assigning to `__proto__` would set the prototype. */
export const memberSet = (object: Code, name: string, value: Code): Code =>
  name === '__proto__'
    ? code`Object.defineProperty(${object}, ${name}, { value: ${value}, enumerable: true, configurable: true, writable: true })`
    : code`${object}[${name}] = ${value}`;

/** The key of a member in an object literal; a plain `"__proto__"` there would set the prototype. */
export const memberKey = (name: string): Code => (name === '__proto__' ? code`[${name}]` : code`${name}`);
