/** Kinds of truth values, words of a fixed list, documents and bytes. */
import type { Random } from '../../../../src/workbench/checks/conformance/random.ts';
import { someDigits } from './digits.ts';
import { between, boolean, integer, type Kind, pick, same, sentAsText, text } from './kind.ts';
import { someText } from './texts.ts';

const words: readonly string[] = ['Draft', 'Größe', "c'd", 'a,b', '東京', '100%'];
const quoted = words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ');

/** What has to exist before the table. */
export const preparation = { postgres: `create type word as enum (${quoted});` };

/** How an ERP may write a truth value in a column of characters. */
function written(name: string, size: number, pairs: readonly (readonly [string, string])[]): Kind {
  const type = `varchar(${size})`;
  return {
    name,
    column: { sqlite: 'text', postgres: size === 1 ? 'char(1)' : type, mysql: type, mssql: type },
    request: text,
    answer: boolean,
    generate(random) {
      const truth = random.below(2);
      return sentAsText(pick(random, pairs)[truth] ?? '', String(truth === 1));
    },
  };
}

const hex = (random: Random): string =>
  Array.from({ length: random.below(20) }, () => between(random, 16, 255).toString(16)).join('');

export const otherKinds: readonly Kind[] = [
  {
    name: 'truth',
    column: { sqlite: 'integer', postgres: 'boolean', mysql: 'tinyint(1)', mssql: 'bit' },
    request: boolean,
    answer: boolean,
    generate: (random) => same(String(random.below(2) === 1)),
  },
  {
    name: 'oneBit',
    column: { sqlite: 'integer', postgres: 'bit(1)', mysql: 'bit(1)', mssql: 'bit' },
    request: integer,
    answer: boolean,
    generate(random) {
      const truth = random.below(2);
      return { sent: String(truth), answered: String(truth === 1) };
    },
  },
  written('yesNo', 1, [
    ['N', 'Y'],
    ['n', 'y'],
  ]),
  written('trueFalse', 1, [
    ['F', 'T'],
    ['0', '1'],
  ]),
  written('spelledOut', 5, [
    ['false', 'true'],
    ['No', 'YES'],
  ]),
  {
    name: 'listed',
    column: { sqlite: 'text', postgres: 'word', mysql: `enum(${quoted})`, mssql: 'nvarchar(10)' },
    request: text,
    answer: text,
    generate(random) {
      const word = pick(random, words);
      return sentAsText(word, JSON.stringify(word));
    },
  },
  {
    name: 'document',
    column: { sqlite: 'text', postgres: 'json', mysql: 'json', mssql: 'nvarchar(max)' },
    request: text,
    answer: text,
    generate(random) {
      const document = `{"a": ${JSON.stringify(someText(random, 10))}, "b": ${random.below(100)}}`;
      return sentAsText(document, JSON.stringify(document));
    },
  },
  {
    name: 'binaryDocument',
    column: { postgres: 'jsonb' },
    request: text,
    answer: text,
    generate(random) {
      const document = `{"a": "é😀${someDigits(random, 3)}", "b": 1.${someDigits(random, 25)}}`;
      return sentAsText(document, JSON.stringify(document));
    },
  },
  {
    name: 'bytes',
    column: { sqlite: 'blob', postgres: 'bytea', mysql: 'varbinary(40)', mssql: 'varbinary(40)' },
    request: text,
    answer: text,
    write(slot, dialect) {
      const texts = {
        sqlite: `unhex(${slot})`,
        postgres: `decode(${slot}, 'hex')`,
        mysql: `unhex(${slot})`,
        mssql: `convert(varbinary(40), ${slot}, 2)`,
      };
      return texts[dialect];
    },
    read(column, dialect) {
      const texts = {
        sqlite: `lower(hex(${column}))`,
        postgres: `encode(${column}, 'hex')`,
        mysql: `lower(hex(${column}))`,
        mssql: `lower(convert(varchar(80), ${column}, 2))`,
      };
      return texts[dialect];
    },
    generate(random) {
      const bytes = `00${hex(random)}ff`;
      return sentAsText(bytes, JSON.stringify(bytes));
    },
  },
];
