/** Functions and keywords of SQLite for editors. Source: https://www.sqlite.org/lang_corefunc.html, lang_aggfunc.html, lang_datefunc.html, lang_mathfunc.html and json1.html. */
import { editorWords } from '../editor-words.ts';

export const sqliteEditorWords = editorWords(
  `
length(text) → integer | The number of characters.
substr(text, start, length) → text | A part of the text; the first character is 1, and a negative start counts from the end.
substring(text, start, length) → text | The same as substr.
instr(text, part) → integer | Where the part begins, from 1; 0 if it does not occur.
format(pattern, value, ...) → text | A text with values in place of %s, %d or %.2f.
printf(pattern, value, ...) → text | The same as format.
group_concat(value, separator) → text | The values of all rows as one text.
string_agg(value, separator) → text | The values of all rows as one text.
total(value) → real | The sum in binary arithmetic; 0.0 of no rows.
ifnull(a, b) → value | The second value if the first one is NULL.
iif(condition, then, else) → value | One of two values.
trunc(number) → number | Removes the decimal places.
mod(a, b) → number | The remainder of a division.
power(base, exponent) → number | The power.
date(time, modifier, ...) → text | A date as YYYY-MM-DD: date(t, '+14 days').
time(time, modifier, ...) → text | A time of day as HH:MM:SS.
datetime(time, modifier, ...) → text | A time as YYYY-MM-DD HH:MM:SS.
julianday(time, modifier, ...) → real | The days since noon of November 24, 4714 BC.
unixepoch(time, modifier, ...) → integer | The seconds since 1970.
strftime(format, time, modifier, ...) → text | A time by a format such as '%Y-%m'.
typeof(value) → text | The type: null, integer, real, text or blob.
hex(value) → text | The bytes as hexadecimal digits.
unicode(text) → integer | The number of the first character.
char(number, ...) → text | The characters with these numbers.
json_extract(document, path, ...) → value | The value at a path such as '$.name'.
json_object(name, value, ...) → text | An object with these members.
json_group_array(value) → text | The values of all rows as a list.
last_insert_rowid() → integer | The number of the row that the last INSERT has added.
changes() → integer | The rows that the last change has changed.
`,
  {
    operand: ['CURRENT_DATE', 'CURRENT_TIMESTAMP'],
    operator: ['GLOB', 'IS', 'IS NOT', 'COLLATE NOCASE'],
    output: ['FILTER'],
    source: ['FULL JOIN', 'INDEXED BY'],
    joined: ['USING'],
    tail: ['LIMIT', 'OFFSET'],
    sort: ['NULLS FIRST', 'NULLS LAST', 'COLLATE NOCASE'],
    change: ['RETURNING', 'ON CONFLICT'],
  },
);
