/** The parameter `where`: conditions as in C#, such as `Type=="ACCREC" AND Date>=DateTime(2026,01,31)`, as a condition of SQL. */
import type { Value } from '../../../doubles/tables.ts';
import { exception } from './replies.ts';

const pattern =
  /\s*(?:(?<sign>==|!=|>=|<=|>|<|\(|\)|&&|\|\|)|"(?<text>[^"]*)"|(?<call>DateTime|guid)\((?<args>[^)]*)\)|(?<number>\d+(?:\.\d+)?)|(?<word>[A-Za-z][\w.]*))/y;

const joins: Readonly<Record<string, string>> = { and: 'AND', '&&': 'AND', or: 'OR', '||': 'OR' };
const comparisons: Readonly<Record<string, string>> = {
  '==': '=',
  '!=': '<>',
  '>=': '>=',
  '<=': '<=',
  '>': '>',
  '<': '<',
};

/** A date as it is stored: `2026,01,31` is 2026-01-31. */
const day = (args: string): string =>
  args
    .split(',')
    .map((part) => part.trim().padStart(2, '0'))
    .join('-');

export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** `columns`: the column of each property of the set. Refuses what Xero cannot parse. */
export function conditionOf(text: string, columns: Readonly<Record<string, string>>): Condition {
  const sql: string[] = [];
  const values: Value[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) throw exception('QueryParseException', `Syntax error at position ${at} of ${text}`);
    const { sign, text: literal, call, args = '', number, word } = groups;
    const join = joins[(sign ?? word ?? '').toLowerCase()];
    const column = word === undefined ? undefined : columns[word];
    if (join !== undefined) sql.push(join);
    else if (sign !== undefined) sql.push(comparisons[sign] ?? sign);
    else if (column !== undefined) sql.push(column);
    else if (word !== undefined) throw exception('QueryParseException', `No property or field '${word}' exists`);
    else {
      sql.push('?');
      if (call === 'DateTime') values.push(day(args));
      else if (call === 'guid') values.push(args.replaceAll('"', '').toLowerCase());
      else values.push(literal ?? Number(number));
    }
  }
  return { sql: sql.length === 0 ? '1' : sql.join(' '), values };
}
