/** Functions and keywords of PostgreSQL for editors. Source: https://www.postgresql.org/docs/18/functions.html and /sql-select.html. */
import { editorWords } from '../editor-words.ts';

export const postgresEditorWords = editorWords(
  `
length(text) → integer | The number of characters.
substring(text FROM start FOR length) → text | A part of the text; the first character is 1.
substr(text, start, length) → text | A part of the text; the first character is 1.
left(text, count) → text | The first characters.
right(text, count) → text | The last characters.
position(part IN text) → integer | Where the part begins, from 1; 0 if it does not occur.
strpos(text, part) → integer | Where the part begins, from 1; 0 if it does not occur.
split_part(text, separator, number) → text | The part with a number, from 1, between separators.
lpad(text, length, fill) → text | Fills up at the beginning.
rpad(text, length, fill) → text | Fills up at the end.
initcap(text) → text | The first letter of each word in upper case.
regexp_replace(text, pattern, replacement, flags) → text | Replaces what a regular expression matches; flag g: each match.
regexp_match(text, pattern) → text[] | The groups of the first match.
string_agg(value, separator ORDER BY ...) → text | The values of all rows as one text.
array_agg(value) → array | The values of all rows as an array.
bool_and(condition) → boolean | Whether the condition is true in all rows.
bool_or(condition) → boolean | Whether the condition is true in at least one row.
greatest(value, ...) → value | The greatest of the values that are not NULL.
least(value, ...) → value | The least of the values that are not NULL.
trunc(number, digits) → number | Removes decimal places.
mod(a, b) → number | The remainder of a division.
power(base, exponent) → number | The power.
to_char(value, format) → text | A number or a time by a format such as 'YYYY-MM-DD'.
to_date(text, format) → date | A date from a text.
to_number(text, format) → numeric | A number from a text.
to_timestamp(seconds) → timestamptz | A time from the seconds since 1970.
date_trunc(unit, time) → timestamp | The beginning of the unit: date_trunc('month', t).
extract(unit FROM time) → numeric | A part of a time: extract(year FROM t).
age(later, earlier) → interval | The time between two times.
make_date(year, month, day) → date | A date from its parts.
now() → timestamptz | The time of the transaction.
json_build_object(name, value, ...) → json | An object with these members.
jsonb_build_object(name, value, ...) → jsonb | An object with these members.
json_agg(value) → json | The values of all rows as a list.
jsonb_array_elements(list) → rows | A row for each item of a list.
unnest(array) → rows | A row for each item of an array.
generate_series(first, last, step) → rows | A row for each number or time.
nextval(sequence) → bigint | The next number of a sequence.
md5(text) → text | The hash in hexadecimal digits.
format(pattern, value, ...) → text | A text with values in place of %s.
`,
  {
    operand: ['INTERVAL', 'CURRENT_DATE', 'CURRENT_TIMESTAMP', 'TRUE', 'FALSE'],
    operator: ['ILIKE', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'],
    output: ['FILTER'],
    source: ['FULL JOIN', 'LEFT JOIN LATERAL'],
    joined: ['USING'],
    tail: ['LIMIT', 'OFFSET', 'FETCH FIRST', 'FOR UPDATE'],
    sort: ['NULLS FIRST', 'NULLS LAST'],
    change: ['RETURNING', 'ON CONFLICT'],
  },
);
