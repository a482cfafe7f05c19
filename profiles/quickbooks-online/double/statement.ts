/** Intuit's query language: statements about one kind of record, with conditions that are joined by AND. */
import { refused } from './fault.ts';

/** A record as the API writes it. */
export type Document = Readonly<Record<string, unknown>>;

type Literal = string | boolean;

interface Condition {
  readonly property: string;
  readonly operator: '=' | '<' | '>' | '<=' | '>=' | 'like' | 'in';
  readonly values: readonly Literal[];
}

export interface Statement {
  readonly entity: string;
  readonly conditions: readonly Condition[];
  readonly order: readonly { readonly property: string; readonly isDescending: boolean }[];
  /** From 1. */
  readonly start: number;
  readonly most: number;
}

interface Token {
  readonly kind: 'text' | 'word' | 'sign';
  readonly text: string;
}

const invalid = (detail: string): Error => refused('4000', 'Error parsing query', `QueryParserError: ${detail}`);

function tokensOf(text: string): readonly Token[] {
  const pattern = /\s*(?:'((?:[^'\\]|\\.)*)'|([\w.:-]+)|(<=|>=|[<>=(),*]))/gy;
  const tokens: Token[] = [];
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (match === null) throw invalid(`Encountered "${text.slice(at, at + 10)}"`);
    const [, quoted, word, sign] = match;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted.replaceAll(/\\(.)/g, '$1') });
    else tokens.push({ kind: word === undefined ? 'sign' : 'word', text: word ?? sign ?? '' });
  }
  return tokens;
}

class Reader {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  next(): Token {
    const token = this.tokens[this.at];
    if (token === undefined) throw invalid('Encountered " <EOF>"');
    this.at += 1;
    return token;
  }

  /** Whether the next token is this word or sign, which is then read. */
  takes(text: string): boolean {
    const token = this.tokens[this.at];
    const isIt = token !== undefined && token.kind !== 'text' && token.text.toLowerCase() === text;
    if (isIt) this.at += 1;
    return isIt;
  }

  expect(text: string): void {
    if (!this.takes(text)) throw invalid(`Was expecting "${text}", encountered "${this.tokens[this.at]?.text ?? ''}"`);
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }
}

function literal(reader: Reader): Literal {
  const { kind, text } = reader.next();
  if (kind === 'sign') throw invalid(`Encountered "${text}"`);
  return kind === 'word' && /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
}

function condition(reader: Reader): Condition {
  const property = reader.next().text;
  for (const operator of ['=', '<=', '>=', '<', '>', 'like'] as const)
    if (reader.takes(operator)) return { property, operator, values: [literal(reader)] };
  reader.expect('in');
  reader.expect('(');
  const values = [literal(reader)];
  while (reader.takes(',')) values.push(literal(reader));
  reader.expect(')');
  return { property, operator: 'in', values };
}

/** Parses a statement. Throws a refusal. */
export function parseStatement(text: string): Statement {
  const reader = new Reader(text);
  reader.expect('select');
  reader.expect('*');
  reader.expect('from');
  const entity = reader.next().text;
  const conditions: Condition[] = [];
  if (reader.takes('where'))
    do {
      conditions.push(condition(reader));
    } while (reader.takes('and'));
  const order: { property: string; isDescending: boolean }[] = [];
  if (reader.takes('orderby'))
    do {
      const property = reader.next().text;
      const isDescending = reader.takes('desc');
      if (!isDescending) reader.takes('asc');
      order.push({ property, isDescending });
    } while (reader.takes(','));
  const start = reader.takes('startposition') ? Number(reader.next().text) : 1;
  const most = reader.takes('maxresults') ? Number(reader.next().text) : 100;
  if (!reader.isAtEnd) throw invalid(`Encountered "${reader.next().text}"`);
  if (!(start >= 1)) throw invalid('STARTPOSITION begins with 1');
  if (!(most >= 1 && most <= 1000)) throw invalid('MAXRESULTS is 1 to 1000');
  return { entity, conditions, order, start, most };
}

/** The value of a property, such as `MetaData.CreateTime`; of a reference its id. */
function propertyOf(document: Document, property: string): unknown {
  let value: unknown = document;
  for (const part of property.split('.')) {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    value = members.find(([name]) => name.toLowerCase() === part.toLowerCase())?.[1];
  }
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}

/** Numbers by their value, times as instants, and texts without case. */
function comparable(value: unknown): string | number {
  const text = String(value);
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : text.toLowerCase();
}

function compared(one: unknown, other: unknown): number {
  const [left, right] = [comparable(one), comparable(other)];
  if (typeof left === typeof right) return left < right ? -1 : left > right ? 1 : 0;
  return String(left) < String(right) ? -1 : 1;
}

/** `%` stands for any text, and nothing else is special. */
const like = (text: string, sample: string): boolean =>
  new RegExp(`^${sample.replaceAll(/[^\w%]/g, '\\$&').replaceAll('%', '.*')}$`, 'is').test(text);

function holds(document: Document, { property, operator, values }: Condition): boolean {
  const value = propertyOf(document, property);
  if (value === undefined || value === null) return false;
  const [first = ''] = values;
  switch (operator) {
    case '=':
    case 'in':
      return values.some((one) => compared(value, one) === 0);
    case 'like':
      return like(String(value), String(first));
    case '<':
      return compared(value, first) < 0;
    case '>':
      return compared(value, first) > 0;
    case '<=':
      return compared(value, first) <= 0;
    case '>=':
      return compared(value, first) >= 0;
  }
}

/** The documents that a statement selects, in its order and on its page. Throws a refusal for a property that cannot be queried. */
export function selected(
  documents: readonly Document[],
  { conditions, order, start, most }: Statement,
  queryable: readonly string[],
): readonly Document[] {
  for (const { property } of [...conditions, ...order])
    if (!queryable.some((one) => one.toLowerCase() === property.toLowerCase()))
      throw refused('4001', 'Invalid query', `QueryValidationError: property '${property}' is not queryable`);
  const hasActive = queryable.includes('Active');
  const asksActive = conditions.some(({ property }) => property.toLowerCase() === 'active');
  // Without a condition on it, the active ones alone.
  const all = hasActive && !asksActive ? documents.filter(({ Active }) => Active === true) : documents;
  const kept = all.filter((document) => conditions.every((one) => holds(document, one)));
  const sorted = kept.toSorted((one, other) => {
    for (const { property, isDescending } of order) {
      const result = compared(propertyOf(one, property) ?? '', propertyOf(other, property) ?? '');
      if (result !== 0) return isDescending ? -result : result;
    }
    return 0;
  });
  return sorted.slice(start - 1, start - 1 + most);
}
