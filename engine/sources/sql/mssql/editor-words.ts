/** Functions and keywords of SQL Server for editors. Source: https://learn.microsoft.com/en-us/sql/t-sql/functions/functions. */
import { editorWords } from '../editor-words.ts';

export const mssqlEditorWords = editorWords(
  `
len(text) → int | The number of characters without blanks at the end.
datalength(value) → int | The number of bytes.
substring(text, start, length) → text | A part of the text; the first character is 1.
left(text, count) → text | The first characters.
right(text, count) → text | The last characters.
charindex(part, text, start) → int | Where the part begins, from 1; 0 if it does not occur.
patindex(pattern, text) → int | Where a pattern of LIKE begins, from 1; 0 if it does not occur.
stuff(text, start, length, replacement) → text | Replaces a part of the text.
replicate(text, count) → text | The text several times.
space(count) → text | Blanks.
reverse(text) → text | The characters in reverse order.
string_agg(value, separator) → text | The values of all rows as one text; WITHIN GROUP (ORDER BY ...) gives the order.
string_split(text, separator) → rows | A row with \`value\` for each part.
isnull(a, b) → value | The second value if the first one is NULL.
iif(condition, then, else) → value | One of two values.
choose(number, value, ...) → value | The value with a number, from 1.
convert(type, value, style) → value | The value as another type; 23 is the style of yyyy-mm-dd.
try_convert(type, value, style) → value | The same; NULL if it is not possible.
try_cast(value AS type) → value | The value as another type; NULL if it is not possible.
format(value, format, culture) → text | A number or a time by a format of .NET. Slow.
str(number, length, decimals) → text | A number as text.
power(base, exponent) → number | The power.
dateadd(unit, number, time) → datetime | A later time: dateadd(day, 14, t).
datediff(unit, earlier, later) → int | The limits of the unit between two times.
datepart(unit, time) → int | A part of a time.
datename(unit, time) → text | A part of a time as text.
year(date) → int | The year.
month(date) → int | The month, from 1.
day(date) → int | The day of the month.
eomonth(date, months) → date | The last day of the month.
datefromparts(year, month, day) → date | A date from its parts.
getdate() → datetime | The time of the server.
getutcdate() → datetime | The time of the server in UTC.
sysdatetime() → datetime2 | The time of the server with seven decimal places.
json_value(document, path) → text | The single value at a path such as '$.name'.
json_query(document, path) → text | The object or list at a path.
openjson(document, path) → rows | A row for each item or member.
newid() → uniqueidentifier | A new random identifier.
scope_identity() → numeric | The number that the last INSERT of this batch has got.
object_id(name) → int | The id of a table; NULL if there is none.
`,
  {
    distinct: ['TOP'],
    operand: ['CURRENT_TIMESTAMP'],
    output: ['WITHIN GROUP'],
    source: ['FULL JOIN', 'CROSS APPLY', 'OUTER APPLY', 'WITH (NOLOCK)'],
    tail: ['OFFSET', 'FETCH NEXT', 'OPTION', 'FOR JSON PATH'],
    change: ['OUTPUT'],
  },
);
