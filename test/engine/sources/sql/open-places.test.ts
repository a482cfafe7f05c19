/** Open places: comments that begin with `?`. */
import { expect, it } from 'vitest';
import { openPlacesIn } from '../../../../engine/sources/sql/text/open-places.ts';

const only = (text: string) => {
  const [place, ...others] = openPlacesIn(text);
  expect(others).toEqual([]);
  if (place === undefined) throw new Error(`no open place in ${text}`);
  const { start, end, ...rest } = place;
  return { ...rest, written: text.slice(start, end) };
};

it.each([
  ['SELECT NULL /*? k.MAIL or k.MAIL2 */ AS email', 'NULL /*? k.MAIL or k.MAIL2 */', ['k.MAIL', 'k.MAIL2'], 'email'],
  ['SELECT k.A, NULL /*? */ AS email FROM k', 'NULL /*? */', [], 'email'],
  ['SELECT NULL /*? "Größe" */ AS "lines.quantity"', 'NULL /*? "Größe" */', ['"Größe"'], 'lines.quantity'],
  ['SELECT 1 FROM t /*? Is it the right table? */', '/*? Is it the right table? */', [], undefined],
  ['null /*? Contact.Name */', 'null /*? Contact.Name */', ['Contact.Name'], undefined],
  ['SELECT isnull(a) /*? a * 2 */ AS email', '/*? a * 2 */', [], 'email'],
])('%s', (text, written, candidates, name) => {
  expect(only(text)).toMatchObject({ written, candidates, name });
});

it('finds each of them, and no other comment', () => {
  const text = 'SELECT NULL /*? a */ AS x, /* b? */ NULL /*? c */ AS y -- ? d';
  expect(openPlacesIn(text).map(({ name }) => name)).toEqual(['x', 'y']);
  expect(openPlacesIn('SELECT a /* why? */ FROM b')).toEqual([]);
});
