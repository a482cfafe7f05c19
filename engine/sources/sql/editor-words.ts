/** Functions and keywords that editors propose in SQL: those that every kind of database has, and the form of what a kind adds. */

export interface DescribedFunction {
  readonly name: string;
  /** `(text, start, length?) → text` */
  readonly signature: string;
  readonly meaning: string;
}

/**
 * Where a keyword can stand. `statement`: at the beginning. `distinct`: behind SELECT. `operand`: where a value must follow. `operator`: behind a value in a
 * condition. `case`: inside of CASE. `output`: behind a value in the list of SELECT. `source`: behind a table, or the condition of a join. `where`: where the
 * rows can be selected. `joined`: behind a joined table. `tail`: where a query can go on or end. `grouped`: behind GROUP BY. `sort`: behind a value in ORDER
 * BY. `target`: behind the table of INSERT and UPDATE. `change`: at the end of a change.
 */
export type KeywordPlace =
  | 'statement'
  | 'distinct'
  | 'operand'
  | 'operator'
  | 'case'
  | 'output'
  | 'source'
  | 'where'
  | 'joined'
  | 'tail'
  | 'grouped'
  | 'sort'
  | 'target'
  | 'change';

export interface EditorWords {
  readonly functions: readonly DescribedFunction[];
  /** In capitals, the usual ones first. */
  keywordsAt(place: KeywordPlace): readonly string[];
}

/** The functions of a table with lines such as `upper(text) → text | The text in upper case.` */
export const functionTable = (lines: string): readonly DescribedFunction[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', meaning = ''] = line.split(' | ');
      const name = head.slice(0, head.indexOf('('));
      return { name, signature: head.slice(name.length), meaning };
    });

/** Functions that all kinds have, with the same arguments. */
const sharedFunctions = functionTable(`
count(value) → integer | The number of rows in which the value is not NULL; count(*) counts all rows.
sum(value) → number | The sum of the values that are not NULL.
avg(value) → number | The mean of the values that are not NULL.
min(value) → value | The least value.
max(value) → value | The greatest value.
coalesce(value, ...) → value | The first value that is not NULL.
nullif(a, b) → value | NULL if both are equal, otherwise the first one.
cast(value AS type) → value | The value as another type.
abs(number) → number | The number without its sign.
round(number, digits) → number | Rounds to a number of decimal places.
floor(number) → number | The next whole number below.
ceiling(number) → number | The next whole number above.
sign(number) → integer | -1, 0 or 1.
upper(text) → text | The text in upper case.
lower(text) → text | The text in lower case.
trim(text) → text | The text without blanks at its ends.
ltrim(text) → text | The text without blanks at its beginning.
rtrim(text) → text | The text without blanks at its end.
replace(text, from, to) → text | Replaces each occurrence of a text.
concat(value, ...) → text | The values as one text.
concat_ws(separator, value, ...) → text | The values as one text with a separator between them.
row_number() → integer | The number of the row in its window: row_number() OVER (PARTITION BY a ORDER BY b).
rank() → integer | The rank of the row in its window, with gaps after equal rows.
dense_rank() → integer | The rank of the row in its window, without gaps.
lag(value, rows, default) → value | The value of an earlier row of the window.
lead(value, rows, default) → value | The value of a later row of the window.
first_value(value) → value | The value of the first row of the window.
last_value(value) → value | The value of the last row of the window.
`);

const sharedKeywords: Readonly<Record<KeywordPlace, readonly string[]>> = {
  statement: ['SELECT', 'WITH', 'INSERT INTO', 'UPDATE', 'DELETE FROM'],
  distinct: ['DISTINCT'],
  operand: ['CASE', 'NULL', 'NOT', 'EXISTS'],
  operator: ['AND', 'OR', 'IN', 'NOT IN', 'IS NULL', 'IS NOT NULL', 'LIKE', 'NOT LIKE', 'BETWEEN'],
  case: ['WHEN', 'THEN', 'ELSE', 'END'],
  output: ['AS', 'FROM', 'OVER'],
  source: ['JOIN', 'LEFT JOIN', 'INNER JOIN', 'CROSS JOIN'],
  where: ['WHERE'],
  joined: ['ON'],
  tail: ['GROUP BY', 'ORDER BY', 'UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT'],
  grouped: ['HAVING'],
  sort: ['ASC', 'DESC'],
  target: ['SET', 'VALUES', 'SELECT'],
  change: [],
};

/** The words of a kind: those of all kinds, and what it adds. `functions`: a table as in `functionTable`. */
export const editorWords = (
  functions: string,
  more: Readonly<Partial<Record<KeywordPlace, readonly string[]>>>,
): EditorWords => ({
  functions: [...sharedFunctions, ...functionTable(functions)],
  keywordsAt: (place) => [...sharedKeywords[place], ...(more[place] ?? [])],
});
