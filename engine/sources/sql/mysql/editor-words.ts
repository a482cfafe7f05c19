/** Functions and keywords of MySQL and MariaDB for editors. Source: https://mariadb.com/docs/server/reference/sql-functions and https://dev.mysql.com/doc/refman/8.4/en/built-in-function-reference.html. */
import { editorWords } from '../editor-words.ts';

export const mysqlEditorWords = editorWords(
  `
char_length(text) → integer | The number of characters.
length(text) → integer | The number of bytes.
substring(text, start, length) → text | A part of the text; the first character is 1.
substring_index(text, separator, count) → text | The text before the separator with this number; a negative one counts from the end.
left(text, count) → text | The first characters.
right(text, count) → text | The last characters.
locate(part, text, start) → integer | Where the part begins, from 1; 0 if it does not occur.
instr(text, part) → integer | Where the part begins, from 1; 0 if it does not occur.
lpad(text, length, fill) → text | Fills up at the beginning.
rpad(text, length, fill) → text | Fills up at the end.
regexp_replace(text, pattern, replacement) → text | Replaces what a regular expression matches.
group_concat(value ORDER BY ... SEPARATOR ',') → text | The values of all rows as one text.
ifnull(a, b) → value | The second value if the first one is NULL.
if(condition, then, else) → value | One of two values.
field(value, first, ...) → integer | The position of the value in the list, from 1; 0 if it is not there.
find_in_set(value, list) → integer | The position of the value in a text with commas.
greatest(value, ...) → value | The greatest value; NULL if one of them is NULL.
least(value, ...) → value | The least value; NULL if one of them is NULL.
truncate(number, digits) → number | Removes decimal places.
mod(a, b) → number | The remainder of a division.
power(base, exponent) → number | The power.
format(number, digits) → text | The number with commas between thousands.
convert(value, type) → value | The value as another type.
date_format(time, format) → text | A time by a format such as '%Y-%m-%d'.
str_to_date(text, format) → datetime | A time from a text.
date_add(time, INTERVAL number unit) → datetime | A later time.
date_sub(time, INTERVAL number unit) → datetime | An earlier time.
datediff(later, earlier) → integer | The days between two dates.
timestampdiff(unit, earlier, later) → integer | The whole units between two times.
date(time) → date | The date of a time.
year(date) → integer | The year.
month(date) → integer | The month, from 1.
day(date) → integer | The day of the month.
last_day(date) → date | The last day of the month.
now() → datetime | The time of the statement.
curdate() → date | The date of the statement.
from_unixtime(seconds) → datetime | A time from the seconds since 1970.
unix_timestamp(time) → number | The seconds since 1970.
json_extract(document, path) → json | The value at a path such as '$.name'.
json_unquote(value) → text | A JSON text without its quotes.
json_object(name, value, ...) → json | An object with these members.
last_insert_id() → integer | The number that the last INSERT of this session has got.
md5(text) → text | The hash in hexadecimal digits.
`,
  {
    operand: ['INTERVAL', 'CURRENT_DATE', 'CURRENT_TIMESTAMP', 'TRUE', 'FALSE'],
    operator: ['REGEXP', 'DIV'],
    source: ['STRAIGHT_JOIN', 'USE INDEX', 'FORCE INDEX'],
    joined: ['USING'],
    tail: ['LIMIT', 'FOR UPDATE'],
    change: ['ON DUPLICATE KEY UPDATE'],
  },
);
