/** How names of tables and columns are understood, in six languages. */
import { expect, it } from 'vitest';
import type { Meaning } from '../../../../src/workbench/vocabulary/vocabulary.ts';
import { covers, wordsOf } from '../../../../src/workbench/vocabulary/words.ts';

it.each<readonly [string, readonly Meaning[]]>([
  ['KDNR', ['customer', 'number']],
  ['KundenNr', ['customer', 'number']],
  ['kunden_nr', ['customer', 'number']],
  ['RECHNUNGSDATUM', ['invoice', 'date']],
  ['Fälligkeitsdatum', ['due', 'date']],
  ['ARTNR', ['item', 'number']],
  ['numero_facture', ['invoice', 'number']],
  ['date_echeance', ['due', 'date']],
  ['fecha_vencimiento', ['due', 'date']],
  ['lineas_factura', ['invoice', 'line']],
  // As French programs for trade abbreviate: commande, ligne, facture, echeance, raison sociale.
  ['DATCDE', ['date', 'order']],
  ['CDELIG', ['order', 'line']],
  ['DATECH', ['date', 'due']],
  ['NUMFAC', ['number', 'invoice']],
  ['RAISOC', ['name']],
  ['klantnummer', ['customer', 'number']],
  ['factuurregel', ['invoice', 'line']],
  ['CustomerID', ['customer', 'id']],
  ['unit_price', ['unit', 'price']],
  ['OrderDate', ['order', 'date']],
  ['KREDITLIMIT', ['credit', 'limit']],
  ['ragione_sociale', ['name']],
  ['data_scadenza', ['due', 'date']],
  ['righe_fattura', ['invoice', 'line']],
  ['CODCLIENTE', ['code', 'customer']],
  ['prezzo_unitario', ['unit', 'price']],
  // A number before a word is that of a company or a module.
  ['001fatture', ['invoice']],
])('%s', (name, meanings) => {
  expect(covers(wordsOf(name), meanings)).toBeDefined();
});

it.each<readonly [string, Meaning]>([
  ['description', 'customer'],
  ['ordinal', 'order'],
  ['pricing_note', 'date'],
])('%s is not understood as %s', (name, meaning) => {
  expect(covers(wordsOf(name), [meaning])).toBeUndefined();
});
