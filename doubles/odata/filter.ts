/**
 * Translates the common part of `$filter` and `$orderby` of OData 4.01 into SQL with parameters. Anything else is
 * refused with an error, as by real servers (OASIS OData 4.01, part 2, URL conventions, 5.1.1).
 */
import { ODataError } from './error.ts';

export type Column = 'string' | 'number' | 'boolean' | 'date' | 'datetime';
export type Columns = Readonly<Record<string, Column>>;
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const token =
  /\s*(?:(?<string>'(?:[^']|'')*')|(?<datetime>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d))|(?<date>\d{4}-\d\d-\d\d)(?![\dT])|(?<number>-?\d+(?:\.\d+)?)(?![\w-])|(?<name>[A-Za-z_]\w*)|(?<sign>[(),]))/y;

interface Token {
  readonly kind: 'string' | 'datetime' | 'date' | 'number' | 'name' | 'sign';
  readonly text: string;
}

function tokensOf(text: string): readonly Token[] {
  const found: Token[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex;
    const groups = token.exec(text)?.groups;
    const entry = Object.entries(groups ?? {}).find(([, value]) => value !== undefined);
    if (entry === undefined) throw new ODataError(400, `Syntax error at position ${at} in '${text}'.`);
    found.push({ kind: kindOf(entry[0]), text: entry[1] ?? '' });
  }
  return found;
}

function kindOf(name: string): Token['kind'] {
  if (name === 'string' || name === 'datetime' || name === 'date' || name === 'number' || name === 'name') return name;
  return 'sign';
}

/** An operand: a column, a literal, or a function call. */
interface Operand extends Condition {
  readonly type: Column | 'null';
}

const comparisons: Readonly<Record<string, string>> = { eq: 'IS', ne: 'IS NOT', gt: '>', ge: '>=', lt: '<', le: '<=' };
const texts = ['contains', 'startswith', 'endswith'];

/** Whether two types can be compared; a server reports an incomparable pair as an error. */
const comparable = (one: Operand, other: Operand): boolean =>
  one.type === other.type || one.type === 'null' || other.type === 'null';

/** Translates one expression. Column names are used in the SQL unchanged. */
export function filterToSql(text: string, columns: Columns): Condition {
  const tokens = tokensOf(text);
  let position = 0;
  const peek = (): Token | undefined => tokens[position];
  const fail = (): never => {
    throw new ODataError(400, `Syntax error near '${peek()?.text ?? 'the end'}' in '${text}'.`);
  };
  const next = (): Token => {
    const found = peek();
    position += 1;
    return found ?? fail();
  };
  const isSign = (sign: string): boolean => peek()?.kind === 'sign' && peek()?.text === sign;
  const expect = (sign: string): void => {
    if (!isSign(sign)) fail();
    position += 1;
  };
  const isWord = (word: string): boolean => peek()?.kind === 'name' && peek()?.text === word;
  const literal = (value: string | number, type: Column): Operand => ({ sql: '?', values: [value], type });

  function named(name: string): Operand {
    if (name === 'null') return { sql: 'NULL', values: [], type: 'null' };
    if (name === 'true' || name === 'false') return literal(name === 'true' ? 1 : 0, 'boolean');
    if (name === 'tolower' || name === 'toupper') {
      expect('(');
      const inner = operand();
      expect(')');
      if (inner.type !== 'string') throw new ODataError(400, `${name} takes a string.`);
      return { ...inner, sql: `${name === 'tolower' ? 'fold' : 'upper'}(${inner.sql})` };
    }
    const type = columns[name];
    if (type === undefined) throw new ODataError(400, `Could not find a property named '${name}'.`);
    return { sql: name, values: [], type };
  }

  function operand(): Operand {
    const { kind, text: own } = next();
    switch (kind) {
      case 'string':
        return literal(own.slice(1, -1).replaceAll("''", "'"), 'string');
      case 'number':
        return literal(Number(own), 'number');
      case 'date':
        return literal(own, 'date');
      case 'datetime':
        return literal(new Date(own).toISOString(), 'datetime');
      case 'name':
        return named(own);
      case 'sign':
        position -= 1;
        return fail();
    }
  }

  function comparison(): Condition {
    const first = peek();
    if (first?.kind === 'name' && texts.includes(first.text)) return textFunction(next().text);
    const left = operand();
    const word = next();
    if (word.text === 'in') return within(left);
    const sign = comparisons[word.text];
    if (word.kind !== 'name' || sign === undefined) {
      position -= 1;
      return fail();
    }
    const right = operand();
    if (!comparable(left, right))
      throw new ODataError(400, `A '${left.type}' cannot be compared with a '${right.type}' in '${text}'.`);
    return { sql: `${left.sql} ${sign} ${right.sql}`, values: [...left.values, ...right.values] };
  }

  function within(left: Operand): Condition {
    const list: Operand[] = [];
    expect('(');
    do {
      if (list.length > 0) position += 1;
      list.push(operand());
    } while (isSign(','));
    expect(')');
    if (!list.every((item) => comparable(left, item))) throw new ODataError(400, `Mixed types in '${text}'.`);
    const values = [...left.values, ...list.flatMap((item) => item.values)];
    return { sql: `${left.sql} IN (${list.map((item) => item.sql).join(', ')})`, values };
  }

  function textFunction(name: string): Condition {
    expect('(');
    const whole = operand();
    expect(',');
    const part = operand();
    expect(')');
    if (whole.type !== 'string' || part.type !== 'string') throw new ODataError(400, `${name} takes two strings.`);
    const values = [...whole.values, ...part.values];
    switch (name) {
      case 'contains':
        return { sql: `instr(${whole.sql}, ${part.sql}) > 0`, values };
      case 'startswith':
        return { sql: `instr(${whole.sql}, ${part.sql}) = 1`, values };
      default:
        return { sql: `ends_with(${whole.sql}, ${part.sql})`, values };
    }
  }

  function unary(): Condition {
    if (isWord('not')) {
      position += 1;
      const inner = unary();
      return { ...inner, sql: `NOT ${inner.sql}` };
    }
    if (!isSign('(')) return comparison();
    expect('(');
    const inner = either();
    expect(')');
    return { ...inner, sql: `(${inner.sql})` };
  }

  const chain = (word: 'and' | 'or', item: () => Condition) => (): Condition => {
    const parts = [item()];
    while (isWord(word)) {
      position += 1;
      parts.push(item());
    }
    return {
      sql: parts.map(({ sql }) => sql).join(` ${word.toUpperCase()} `),
      values: parts.flatMap(({ values }) => values),
    };
  };
  const either: () => Condition = chain('or', chain('and', unary));

  const found = either();
  return position === tokens.length ? found : fail();
}

/** Translates `$orderby`, such as `name desc,code`, into SQL. */
export function orderToSql(text: string, columns: Columns): string {
  const terms = text.split(',').map((term) => {
    const [name = '', direction = 'asc', ...more] = term.trim().split(/\s+/);
    if (columns[name] === undefined) throw new ODataError(400, `Could not find a property named '${name}'.`);
    if (!['asc', 'desc'].includes(direction) || more.length > 0)
      throw new ODataError(400, `Syntax error in '${text}'.`);
    return `${name} ${direction}`;
  });
  return terms.join(', ');
}
