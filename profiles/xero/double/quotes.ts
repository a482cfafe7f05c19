/** Quotes of the organisation that the double begins with. */
import type { Tables } from '../../../doubles/tables.ts';
import { idOf } from './ids.ts';
import { addLines, someLines } from './lines.ts';

const states = ['ACCEPTED', 'DRAFT', 'SENT', 'INVOICED', 'ACCEPTED', 'DECLINED', 'DELETED'] as const;
const customers = [2, 3, 5, 6, 7, 11] as const;

export function fillQuotes(tables: Tables): void {
  for (let n = 1; n <= 48; n += 1) {
    const id = idOf('quote', n);
    const day = `2026-${String(1 + (n % 8)).padStart(2, '0')}-${String(1 + ((n * 7) % 28)).padStart(2, '0')}`;
    const types = n % 5 === 0 ? 'INCLUSIVE' : 'EXCLUSIVE';
    tables.insert('quote', {
      ...{ QuoteID: id, QuoteNumber: `QU-${String(n).padStart(4, '0')}`, Reference: n % 3 === 0 ? `PO/${n}` : null },
      ...{ ContactID: idOf('contact', customers[n % customers.length] ?? 2), Date: day, CurrencyCode: 'NZD' },
      ...{ Status: states[n % states.length] ?? 'DRAFT', LineAmountTypes: types, UpdatedDateUTC: `${day}T10:00:00Z` },
    });
    addLines(tables, { kind: 'quote', id, types, lines: someLines(n) });
  }
}
