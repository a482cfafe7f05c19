/** SQL of a profile with its placeholders: `:name` values, `[[ ]]` optional blocks with `[[else ]]`, parts `{name}` and `{name(a, b)}`. Parsed once, at start. */
import { type Origin, type TemplateFault, type TemplateFaultKind, templateFault } from './template-fault.ts';
import { type Lexicon, type Token, tokenize } from './tokens.ts';

export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly at: Origin }
  | { readonly kind: 'value'; readonly name: string; readonly at: Origin }
  | PartPiece
  /** `otherwise`: what is included instead, from `[[else ]]`. */
  | Block;

/** `args`: none for `{name}`. */
export interface PartPiece {
  readonly kind: 'part';
  readonly name: string;
  readonly args: readonly Argument[];
  readonly at: Origin;
}

/** An argument of a part, as written. */
export interface Argument {
  readonly pieces: readonly Piece[];
  readonly at: Origin;
}

interface Block {
  readonly kind: 'block';
  readonly pieces: readonly Piece[];
  readonly otherwise: readonly Piece[] | undefined;
  readonly at: Origin;
}

/** Parsed SQL of one statement, without a semicolon. A line comment at its end is followed by a line break. */
export interface Template {
  readonly pieces: readonly Piece[];
  /** Quoted strings and names as written, with their quotes: quoted column aliases keep their case. */
  readonly quoted: readonly string[];
}

/** Tokens before the semicolon that ends the statement. Comments may follow it, other statements may not. */
function statementTokens(
  text: string,
  tokens: readonly Token[],
  fault: (kind: TemplateFaultKind, token: Token) => void,
) {
  const end = tokens.findIndex(({ kind }) => kind === 'semicolon');
  if (end < 0) return tokens;
  const more = tokens.slice(end).find((token) => {
    if (token.kind === 'code') return text.slice(token.start, token.end).trim() !== '';
    return token.kind !== 'comment' && token.kind !== 'semicolon';
  });
  if (more) fault('severalStatements', more);
  return tokens.slice(0, end);
}

/** The place of the block that ends the pieces, apart from white space and comments, and has no alternative yet; -1 if there is none. */
function openBlock(pieces: readonly Piece[], lexicon: Lexicon): number {
  const isBlank = (piece: Piece): boolean =>
    piece.kind === 'text' &&
    tokenize(piece.text, lexicon).every(
      ({ kind, start, end }) => kind === 'comment' || piece.text.slice(start, end).trim() === '',
    );
  const last = pieces.findLastIndex((piece) => !isBlank(piece));
  const block = pieces[last];
  return block?.kind === 'block' && block.otherwise === undefined ? last : -1;
}

/** A block or the arguments of a part that are not closed yet. `alternativeOf`: the place of the block that this is the alternative of. */
type Open =
  | {
      readonly kind: 'block';
      readonly pieces: Piece[];
      readonly open: Token;
      readonly alternativeOf: number | undefined;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly open: Token;
      readonly args: Argument[];
      pieces: Piece[];
      /** The offset at which the present argument begins. */
      from: number;
    };

/** Reads the tokens of one text. */
class TemplateReader {
  readonly root: Piece[] = [];
  readonly quoted: string[] = [];
  readonly faults: TemplateFault[] = [];
  readonly #open: Open[] = [];
  readonly #text: string;
  readonly #part: string | undefined;
  readonly #lexicon: Lexicon;

  constructor(text: string, lexicon: Lexicon, part: string | undefined) {
    this.#text = text;
    this.#lexicon = lexicon;
    this.#part = part;
  }

  at({ start, end }: { readonly start: number; readonly end: number }): Origin {
    return { part: this.#part, offset: start, length: end - start };
  }

  fault(kind: TemplateFaultKind, token: { readonly start: number; readonly end: number }): void {
    this.faults.push(templateFault(kind, this.at(token)));
  }

  get #pieces(): Piece[] {
    return this.#open.at(-1)?.pieces ?? this.root;
  }

  read(token: Token): void {
    const content = this.#text.slice(token.start, token.end);
    switch (token.kind) {
      case 'code':
        this.#pieces.push({ kind: 'text', text: content, at: this.at(token) });
        break;
      case 'quoted':
        if (!token.closed) this.fault('unclosedString', token);
        this.quoted.push(content);
        this.#pieces.push({ kind: 'text', text: content, at: this.at(token) });
        break;
      case 'comment': {
        if (!token.closed) this.fault('unclosedComment', token);
        const isLast = token.line && token.end === this.#text.length;
        this.#pieces.push({ kind: 'text', text: isLast ? `${content}\n` : content, at: this.at(token) });
        break;
      }
      case 'value':
        this.#pieces.push({ kind: 'value', name: token.name, at: this.at(token) });
        break;
      case 'part':
        this.#pieces.push({ kind: 'part', name: token.name, args: [], at: this.at(token) });
        break;
      case 'call':
        this.#open.push({ kind: 'call', name: token.name, open: token, args: [], pieces: [], from: token.end });
        break;
      case 'comma':
        this.#endArgument(token);
        break;
      case 'end':
        this.#endArgument(token);
        this.#endCall(token);
        break;
      case 'open':
        this.#openBlock(token, undefined);
        break;
      case 'else': {
        const mainBlock = openBlock(this.root, this.#lexicon);
        if (this.#open.length === 0 && mainBlock < 0) this.fault('elseWithoutBlock', token);
        this.#openBlock(token, mainBlock);
        break;
      }
      case 'close':
        this.#close(token);
        break;
      case 'native':
        this.fault('nativePlaceholder', token);
        break;
      case 'semicolon':
        break;
    }
  }

  /** Reports what is still open. Its content remains, so that an editor can read an unfinished text. */
  end(): void {
    for (let open = this.#open.pop(); open !== undefined; open = this.#open.pop()) this.#abandon(open);
  }

  #openBlock(open: Token, alternativeOf: number | undefined): void {
    const around = this.#open.at(-1);
    if (around === undefined) this.#open.push({ kind: 'block', pieces: [], open, alternativeOf });
    else this.fault(around.kind === 'block' ? 'nestedBlock' : 'blockInArgument', open);
  }

  #close({ end }: Token): void {
    if (!this.#open.some(({ kind }) => kind === 'block')) return;
    let block = this.#open.pop();
    for (; block?.kind === 'call'; block = this.#open.pop()) this.#abandon(block);
    if (block === undefined) return;
    const { pieces, open, alternativeOf } = block;
    const main = alternativeOf === undefined ? undefined : this.root[alternativeOf];
    if (alternativeOf !== undefined) {
      if (main?.kind === 'block') this.root[alternativeOf] = { ...main, otherwise: pieces };
      return;
    }
    if (!pieces.some(({ kind }) => kind === 'value' || kind === 'part')) this.fault('blockWithoutValue', open);
    this.root.push({ kind: 'block', pieces, otherwise: undefined, at: this.at({ start: open.start, end }) });
  }

  #abandon(open: Open): void {
    this.fault(open.kind === 'block' ? 'unclosedBlock' : 'unclosedCall', open.open);
    if (open.kind === 'call') this.#pieces.push(...open.args.flatMap(({ pieces }) => pieces), ...open.pieces);
  }

  #endArgument(sign: Token): void {
    const call = this.#open.at(-1);
    if (call?.kind !== 'call') return;
    const { from, pieces } = call;
    const written = this.#text.slice(from, sign.start);
    const blank = written.length - written.trimStart().length;
    const at = this.at({ start: from + blank, end: Math.max(from + blank, from + written.trimEnd().length) });
    call.from = sign.end;
    call.pieces = [];
    // `{name()}` has no arguments.
    if (written.trim() === '' && sign.kind === 'end' && call.args.length === 0) return;
    if (written.trim() === '') this.fault('emptyArgument', { start: from, end: sign.end });
    call.args.push({ pieces, at });
  }

  #endCall({ end }: Token): void {
    const call = this.#open.at(-1);
    if (call?.kind !== 'call') return;
    this.#open.pop();
    const { name, args, open } = call;
    this.#pieces.push({ kind: 'part', name, args, at: this.at({ start: open.start, end }) });
  }
}

/**
 * Parses the SQL of a statement or of a part. The template is usable only where there are no faults; all faults are found
 * at once. `part` is the name of the part that `text` belongs to; offsets count from 0 in `text`.
 */
export function parseTemplate(
  text: string,
  lexicon: Lexicon,
  part?: string,
): { readonly template: Template; readonly faults: readonly TemplateFault[] } {
  const reader = new TemplateReader(text, lexicon, part);
  let empty = true;
  for (const token of statementTokens(text, tokenize(text, lexicon), (kind, at) => reader.fault(kind, at))) {
    if (token.kind !== 'comment' && text.slice(token.start, token.end).trim() !== '') empty = false;
    reader.read(token);
  }
  reader.end();
  if (empty) reader.fault('emptyStatement', { start: 0, end: text.length });
  return { template: { pieces: reader.root, quoted: reader.quoted }, faults: reader.faults };
}

/** A template of given SQL, for a part that is not written as SQL: a quoted table name. */
export function literalTemplate(sql: string, part: string): Template {
  return { pieces: [{ kind: 'text', text: sql, at: { part, offset: 0, length: sql.length } }], quoted: [] };
}
