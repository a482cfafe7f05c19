/** Lines of the documents that the double begins with. */
import type { Tables } from '../../../doubles/tables.ts';
import { idOf, nextOf } from './ids.ts';
import { cents } from './replies.ts';

interface Line {
  readonly text: string;
  readonly quantity?: number;
  readonly price?: number;
  readonly code?: string;
  readonly discount?: number;
}

/** Some lines: amounts that do not divide, discounts, halves, and a text. They depend on `n` alone. */
export function someLines(n: number): readonly Line[] {
  const lines: readonly Line[] = [
    { text: 'Fish out of Water: Finding Your Brand', quantity: 1 + (n % 4), price: 19.95, code: 'BOOK' },
    { text: 'Anchor bolt A/1 & B', quantity: 3, price: 33.3333, code: 'A/1&B' },
    { text: 'Kettenöl 5 l', quantity: 1.5, price: 29.9, code: 'Öl-5L', discount: 10 },
    { text: 'Delivered by "Express"' },
    { text: 'T-Shirt Small Black', quantity: 2 + (n % 3), price: 40, code: 'TSS - Black' },
  ];
  const first = n % 4;
  return lines.filter((_, index) => index === first || index === (first + 2) % 5 || (n % 6 === 0 && index === 3));
}

/** Adds lines to a document of a kind. Its tax is 15 %, unless it has none. */
export function addLines(
  tables: Tables,
  {
    kind,
    id,
    types,
    lines,
  }: { readonly kind: string; readonly id: string; readonly types: string; readonly lines: readonly Line[] },
): void {
  const place = ['quote', 'invoice', 'creditNote'].indexOf(kind);
  for (const [index, { text, quantity, price = 0, code, discount }] of lines.entries()) {
    const amount = cents((quantity ?? 0) * price * (1 - (discount ?? 0) / 100));
    const rate = types.toLowerCase() === 'notax' ? 0 : 0.15;
    const tax = types.toLowerCase() === 'inclusive' ? amount - amount / (1 + rate) : amount * rate;
    tables.insert(`${kind}Line`, {
      [`${kind[0]?.toUpperCase()}${kind.slice(1)}ID`]: id,
      LineItemID: idOf('line', 100_000 * place + nextOf(tables, `${kind}Line`)),
      position: index + 1,
      Description: text,
      Quantity: quantity,
      UnitAmount: quantity === undefined ? undefined : price,
      ItemCode: code,
      AccountCode: '200',
      TaxType: rate === 0 ? 'NONE' : 'OUTPUT2',
      DiscountRate: discount,
      LineAmount: amount,
      TaxAmount: cents(tax),
    });
  }
}
