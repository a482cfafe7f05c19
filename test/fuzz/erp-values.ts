/** Ids and texts of the demo fixture (profiles/demo/fixture/data.sql), and names of documents that requests repeat. */
import type { ErpValues } from './values.ts';

const numbered = (count: number, name: (number: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => name(index + 1));

const customers = numbered(23, (number) => `K100${number.toString().padStart(2, '0')}`);

/** By the kind of an id or the name of a field. */
export const erpValues: ErpValues = new Map([
  ['customer', customers],
  ['debtor', customers],
  ['product', numbered(12, String)],
  ['invoice', ['101', '102', '103', '111', '112', '121', '122', '131', '132', '141']],
  ['sku', ['HX-10', 'HX-100', 'HX-1000', 'HX-10/A2', 'HX', 'hx-10', 'NONE-1']],
  ['query', ['', 'müller', 'bolt m10', 'hex', 'GmbH', '100%', 'snake_case', '[Werk', "O'Brien", '日本', 'a', 'zzz']],
  ['poNumber', numbered(2_000, (number) => `PO-2026/${number}`)],
  ['invoiceNumber', numbered(2_000, (number) => `R 26-${number}`)],
  ['bankAccountCode', ['1200', '1800']],
  ['status', ['AUTHORISED', 'DRAFT']],
  ['description', ['Consulting, March', 'Hex bolt M10 × 40', '']],
]);
