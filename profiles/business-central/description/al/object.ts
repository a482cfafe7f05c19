/** The structure of an AL object: elements with properties, global variables and the signatures of procedures. Code is skipped. */
import { type Token, tokensOf } from './tokens.ts';

export interface Procedure {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly parameters: readonly Token[];
  readonly returns: readonly Token[];
}

/** An object, or an element of it: `field(number; Rec."No.") { ... }` has the keyword `field` and two arguments. */
export interface Element {
  readonly keyword: string;
  readonly args: readonly (readonly Token[])[];
  readonly properties: ReadonlyMap<string, readonly Token[]>;
  readonly elements: readonly Element[];
  readonly variables: ReadonlyMap<string, readonly Token[]>;
  readonly procedures: readonly Procedure[];
}

const isMark = (token: Token | undefined, text: string): boolean => token?.kind === 'mark' && token.text === text;
const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'name' && words.includes(token.text.toLowerCase());

/** Parts between separators at the outermost level of parentheses. */
export function split(tokens: readonly Token[], separator: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isMark(token, '(')) depth += 1;
    if (isMark(token, ')')) depth -= 1;
    if (depth === 0 && isMark(token, separator)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  #peek(offset = 0): Token | undefined {
    return this.#tokens[this.#position + offset];
  }

  #next(): Token {
    const token = this.#tokens[this.#position];
    if (token === undefined) throw new Error('the source ends too early');
    this.#position += 1;
    return token;
  }

  /** Tokens up to one for which `ends` holds; that one is not consumed. */
  #until(ends: (token: Token) => boolean): readonly Token[] {
    const from = this.#position;
    while (!ends(this.#peek() ?? { kind: 'mark', text: '' })) this.#next();
    return this.#tokens.slice(from, this.#position);
  }

  /** The tokens within a pair of brackets, of which the first is the next token. */
  #within(open: string, close: string): readonly Token[] {
    this.#next();
    const from = this.#position;
    for (let depth = 1; depth > 0; ) {
      const token = this.#next();
      if (isMark(token, open)) depth += 1;
      if (isMark(token, close)) depth -= 1;
    }
    return this.#tokens.slice(from, this.#position - 1);
  }

  #routine(attributes: readonly string[]): Procedure {
    const name = this.#next().text;
    while (isMark(this.#peek(), ':')) this.#position += 2; // trigger Control::Event
    const parameters = this.#within('(', ')');
    const returns = this.#until((token) => isWord(token, 'var', 'begin'));
    this.#until((token) => isWord(token, 'begin'));
    for (let depth = 0, last = false; !last; ) {
      const previous = this.#peek(-1);
      const token = this.#next();
      if (isMark(previous, '.') || isMark(previous, '::')) continue;
      if (isWord(token, 'begin', 'case')) depth += 1;
      if (isWord(token, 'end')) depth -= 1;
      last = depth === 0;
    }
    return { name, attributes, parameters, returns: returns.filter((token) => !isMark(token, ';')) };
  }

  /** The object from its keyword on. */
  object(): Element {
    this.#until((token) => token.kind === 'name' && objectKeywords.has(token.text.toLowerCase()));
    const keyword = this.#next().text.toLowerCase();
    const head = this.#until((token) => isMark(token, '{'));
    return this.#body(
      keyword,
      head.map((token) => [token]),
    );
  }

  #body(keyword: string, args: Element['args']): Element {
    const properties = new Map<string, readonly Token[]>();
    const variables = new Map<string, readonly Token[]>();
    const elements: Element[] = [];
    const procedures: Procedure[] = [];
    let attributes: string[] = [];
    this.#next();
    while (!isMark(this.#peek(), '}')) {
      const token = this.#peek();
      const after = this.#peek(1);
      if (isMark(token, '[')) {
        attributes.push(this.#within('[', ']')[0]?.text ?? '');
      } else if (isMark(token, ';') || isWord(token, 'local', 'internal', 'protected', 'var')) {
        this.#next();
      } else if (isWord(token, 'procedure', 'trigger', 'event')) {
        this.#next();
        procedures.push(this.#routine(attributes));
        attributes = [];
      } else if (isMark(after, '=')) {
        const name = this.#next().text.toLowerCase();
        this.#next();
        properties.set(
          name,
          this.#until((end) => isMark(end, ';')),
        );
      } else if (isMark(after, ':') || isMark(after, ',')) {
        const names = this.#until((end) => isMark(end, ':')).filter((name) => !isMark(name, ','));
        this.#next();
        const type = this.#until((end) => isMark(end, ';'));
        for (const name of names) variables.set(name.text.toLowerCase(), type);
        attributes = [];
      } else {
        elements.push(this.#element());
      }
    }
    this.#next();
    return { keyword, args, properties, elements, variables, procedures };
  }

  #element(): Element {
    const keyword = this.#next().text.toLowerCase();
    const args = isMark(this.#peek(), '(') ? split(this.#within('(', ')'), ';') : [];
    if (!isMark(this.#peek(), '{')) throw new Error(`${keyword} has no body`);
    return this.#body(keyword, args);
  }
}

const objectKeywords: ReadonlySet<string> = new Set([
  'codeunit',
  'enum',
  'enumextension',
  'page',
  'pageextension',
  'table',
  'tableextension',
]);

/** Parses the one object of a file. */
export const parseObject = (source: string): Element => new Parser(tokensOf(source)).object();

/** The elements of a keyword below an element, in the order of the source. */
export const descendants = (element: Element, ...keywords: readonly string[]): readonly Element[] =>
  element.elements.flatMap((child) => [
    ...(keywords.includes(child.keyword) ? [child] : []),
    ...descendants(child, ...keywords),
  ]);

/** The text of a property: of a name, a string or a number. */
export const property = (element: Element, name: string): string | undefined => element.properties.get(name)?.[0]?.text;

/** Whether a property is `false`. An expression is not. */
export const isFalse = (element: Element, name: string): boolean =>
  element.properties.get(name)?.length === 1 && property(element, name)?.toLowerCase() === 'false';
