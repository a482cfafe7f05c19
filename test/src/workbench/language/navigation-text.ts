/** A profile with names in several places, and a place in it. */
import type { FileRange } from '../../../../src/workbench/language/index.ts';
import { head, marked } from './service-here.ts';

export const endpoints = `endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: |
      SELECT c.no AS erpDebtorId, upper(c.name) AS name
      FROM customer c JOIN {open_invoice} ON true
      WHERE c.branch = :settings.branch
    fields: { email: "$lowercase({account})" }
  /sale-draft:
    find: { query: 'SELECT id AS erpSaleId, ref AS "key" FROM orders WHERE ref = :key' }
    write:
      - order: { exec: "INSERT INTO orders (ref) VALUES (:key) RETURNING id AS id" }
      - mark: { exec: "UPDATE orders SET x = 1 WHERE id = :order.id" }
`;

/** The profile with the mark § before the first occurrence of `word` after `from`. */
export function at(word: string, from = ''): ReturnType<typeof marked> {
  const text = head + endpoints;
  const place = text.indexOf(word, text.indexOf(from));
  if (place < 0) throw new Error(`There is no "${word}".`);
  return marked(`${text.slice(0, place)}§${text.slice(place)}`);
}

export const linesOf = (places: readonly FileRange[], text: string): readonly string[] =>
  places.map(({ range }) =>
    (text.split('\n')[range.start.line] ?? '').slice(range.start.character, range.end.character),
  );
