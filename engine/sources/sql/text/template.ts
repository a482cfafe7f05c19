/** SQL of a profile with its placeholders: `:name` values, `[[ ]]` optional blocks with `[[else ]]`, `{name}` parts. Parsed once, at start. */
import { type Lexicon, type Token, tokenize } from './tokens.ts';

/** Where a piece was written: which part (undefined: the query itself) and the 0-based offset in that text. */
export interface Origin {
  readonly part: string | undefined;
  readonly offset: number;
  readonly length: number;
}

export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly at: Origin }
  | { readonly kind: 'value'; readonly name: string; readonly at: Origin }
  | { readonly kind: 'part'; readonly name: string; readonly at: Origin }
  /** `otherwise`: what is included instead, from `[[else ]]`. */
  | Block;

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

export type TemplateFaultKind =
  | 'unclosedString'
  | 'unclosedComment'
  | 'unclosedBlock'
  | 'nestedBlock'
  /** An alternative that follows no block. */
  | 'elseWithoutBlock'
  /** Without a value nothing decides whether the block is included. */
  | 'blockWithoutValue'
  | 'severalStatements'
  | 'emptyStatement'
  /** `?` or `$1`: values are named in a profile. */
  | 'nativePlaceholder'
  | 'unknownPart'
  | 'partCycle';

export interface TemplateFault {
  readonly kind: TemplateFaultKind;
  /** What is wrong, as a sentence. */
  readonly message: string;
  readonly part: string | undefined;
  readonly offset: number;
  readonly length: number;
}

const messages: Readonly<Record<TemplateFaultKind, string>> = {
  unclosedString: 'This quote is never closed.',
  unclosedComment: 'This comment is never closed.',
  unclosedBlock: 'This optional block is opened by [[ and never closed by ]] (with white space before it).',
  nestedBlock: 'An optional block [[ ]] cannot be inside another one.',
  elseWithoutBlock: 'There is no optional block [[ ]] immediately before this alternative.',
  blockWithoutValue: 'This optional block names no value, so nothing decides whether it is used.',
  severalStatements: 'There is more than one statement here; only one can be run.',
  emptyStatement: 'There is no statement here.',
  nativePlaceholder: "This is a placeholder of the database's own kind; values are written as :name.",
  unknownPart: 'There is no part of this name.',
  partCycle: 'This part contains itself.',
};

export function templateFault(kind: TemplateFaultKind, at: Origin): TemplateFault {
  return { kind, message: messages[kind], part: at.part, offset: at.offset, length: at.length };
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

/**
 * Parses the SQL of a statement or of a part. The template is usable only where there are no faults; all faults are found
 * at once. `part` is the name of the part that `text` belongs to; offsets count from 0 in `text`.
 */
export function parseTemplate(
  text: string,
  lexicon: Lexicon,
  part?: string,
): { readonly template: Template; readonly faults: readonly TemplateFault[] } {
  const faults: TemplateFault[] = [];
  const at = (token: { start: number; end: number }): Origin => ({
    part,
    offset: token.start,
    length: token.end - token.start,
  });
  const fault = (kind: TemplateFaultKind, token: Token) => faults.push(templateFault(kind, at(token)));

  const root: Piece[] = [];
  const closeBlock = ({ pieces, open, of }: NonNullable<typeof block>, end: number): void => {
    const main = of === undefined ? undefined : root[of];
    if (of !== undefined) {
      if (main?.kind === 'block') root[of] = { ...main, otherwise: pieces };
      return;
    }
    if (!pieces.some(({ kind }) => kind === 'value' || kind === 'part')) fault('blockWithoutValue', open);
    root.push({ kind: 'block', pieces, otherwise: undefined, at: at({ start: open.start, end }) });
  };
  const quoted: string[] = [];
  /** `of`: the place of the block that this is the alternative of. */
  let block: { readonly pieces: Piece[]; readonly open: Token; readonly of: number | undefined } | undefined;
  let empty = true;
  for (const token of statementTokens(text, tokenize(text, lexicon), fault)) {
    const content = text.slice(token.start, token.end);
    const pieces = block?.pieces ?? root;
    if (token.kind !== 'comment' && content.trim() !== '') empty = false;
    switch (token.kind) {
      case 'code':
        pieces.push({ kind: 'text', text: content, at: at(token) });
        break;
      case 'quoted':
        if (!token.closed) fault('unclosedString', token);
        quoted.push(content);
        pieces.push({ kind: 'text', text: content, at: at(token) });
        break;
      case 'comment':
        if (!token.closed) fault('unclosedComment', token);
        pieces.push({
          kind: 'text',
          text: token.line && token.end === text.length ? `${content}\n` : content,
          at: at(token),
        });
        break;
      case 'value':
      case 'part':
        pieces.push({ kind: token.kind, name: token.name, at: at(token) });
        break;
      case 'open':
        if (block) fault('nestedBlock', token);
        else block = { pieces: [], open: token, of: undefined };
        break;
      case 'else': {
        const of = openBlock(root, lexicon);
        if (block) fault('nestedBlock', token);
        else if (of < 0) fault('elseWithoutBlock', token);
        if (!block) block = { pieces: [], open: token, of };
        break;
      }
      case 'close':
        if (!block) break;
        closeBlock(block, token.end);
        block = undefined;
        break;
      case 'native':
        fault('nativePlaceholder', token);
        break;
      case 'semicolon':
        break;
    }
  }
  if (block) fault('unclosedBlock', block.open);
  if (empty) faults.push(templateFault('emptyStatement', { part, offset: 0, length: text.length }));
  return { template: { pieces: root, quoted }, faults };
}

/** A template of given SQL, for a part that is not written as SQL: a quoted table name. */
export function literalTemplate(sql: string, part: string): Template {
  return { pieces: [{ kind: 'text', text: sql, at: { part, offset: 0, length: sql.length } }], quoted: [] };
}
