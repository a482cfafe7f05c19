/** Signatures and meanings of the functions of expressions: those of JSONata, and those that the engine adds. */
import { functionTable } from '../../../../engine/host/index.ts';

/** All functions, those of the engine first. */
export const expressionFunctions = functionTable(`
add(a, b) → decimal | The exact sum.
subtract(a, b) → decimal | The exact difference.
multiply(a, b) → decimal | The exact product.
divide(a, b, digits) → decimal | The quotient, rounded half away from zero to so many decimal places.
total(list) → decimal | The exact sum of a list.
round(value, digits?) → decimal | Rounds half away from zero.
addDays(date, days) → date | The date some days later, or earlier if the number is negative.
text(html) → text | HTML as plain text.
unpad(key) → text | A padded numeric key without its leading zeros.
sum(list) → number | The sum of a list, in binary arithmetic. Use $total for amounts.
count(list) → number | The number of items.
max(list) → number | The greatest number.
min(list) → number | The least number.
average(list) → number | The mean of the numbers.
string(value, indent?) → text | The value as text.
substring(text, start, length?) → text | The characters from a position, counted from 0; a negative one counts from the end.
substringBefore(text, mark) → text | The text before the first occurrence of the mark.
substringAfter(text, mark) → text | The text after the first occurrence of the mark.
lowercase(text) → text | The text in lower case.
uppercase(text) → text | The text in upper case.
length(text) → number | The number of characters.
trim(text) → text | The text without blanks at its ends; several blanks become one.
pad(text, width, character?) → text | Fills up to a width; a negative width fills on the left.
match(text, pattern, limit?) → list | The matches of a pattern, with their groups.
contains(text, pattern) → boolean | Whether the text contains a text or matches a pattern.
replace(text, pattern, replacement, limit?) → text | Replaces texts or matches of a pattern; $1 is a group.
split(text, separator, limit?) → list | The parts between separators.
join(list, separator?) → text | The texts of a list, one after the other.
formatNumber(number, picture, options?) → text | A number by a picture such as #,##0.00.
formatBase(number, radix?) → text | A number in another base.
formatInteger(number, picture) → text | A whole number by a picture.
parseInteger(text, picture) → number | A whole number from a text.
number(value) → number | The value as a number.
floor(number) → number | Rounds down.
ceil(number) → number | Rounds up.
abs(number) → number | The amount without its sign.
sqrt(number) → number | The square root.
power(base, exponent) → number | The power.
random() → number | A random number from 0 to 1.
boolean(value) → boolean | False for empty texts, 0, empty lists and maps; otherwise true.
not(value) → boolean | The opposite of $boolean.
map(list, function) → list | The results of a function for each item.
zip(list, ...) → list | Lists of the items at the same place.
filter(list, function) → list | The items for which the function is true.
single(list, function?) → value | The only item for which the function is true; an error for none or several.
reduce(list, function, start?) → value | Combines all items with a function of two arguments.
sift(map, function) → map | The members for which the function is true.
keys(map) → list | The names of the members.
lookup(map, name) → value | The member with a name.
append(a, b) → list | Two lists as one.
exists(value) → boolean | Whether there is a value; null is one.
spread(map) → list | A map for each member.
merge(maps) → map | Several maps as one.
reverse(list) → list | The list in reverse order.
each(map, function) → list | The results of a function for each member.
error(message) → nothing | Fails with a message.
assert(condition, message) → nothing | Fails with a message unless the condition is true.
type(value) → text | null, number, string, boolean, array, object or function.
sort(list, function?) → list | The list in order.
shuffle(list) → list | The list in random order.
distinct(list) → list | The list without repetitions.
base64encode(text) → text | The text in base 64.
base64decode(text) → text | The text from base 64.
encodeUrlComponent(text) → text | The text escaped for a part of an address.
encodeUrl(text) → text | An address with its characters escaped.
decodeUrlComponent(text) → text | A part of an address without escapes.
decodeUrl(text) → text | An address without escapes.
millis() → number | The time of the evaluation, in milliseconds since 1970.
fromMillis(number, picture?, zone?) → text | A time in milliseconds since 1970 as text.
toMillis(text, picture?) → number | A time as milliseconds since 1970.
clone(value) → value | A copy.
now(picture?, zone?) → text | The time of the evaluation in UTC.
`);

/** Meanings of variables, without the dollar sign. */
export const variableMeanings: Readonly<Record<string, string>> = {
  settings: 'The settings of the profile.',
  request: 'The fields of the request.',
  now: "The time of the ERP's clock.",
  today: "The date of the ERP's clock.",
  key: 'The idempotency key of the write.',
  row: 'The row around this value.',
  rows: 'All rows of the read around this one.',
  found: 'The document that `find` found.',
  status: 'The status of the HTTP answer.',
  headers: 'The headers of the HTTP answer.',
  limit: 'The number of rows on the requested page.',
  offset: 'The number of rows before the requested page.',
  page: 'The number of the requested page.',
  cursor: "The ERP's mark of the requested page.",
  words: 'The words of the search.',
};
