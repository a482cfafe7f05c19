/** Names of members that are data: replaced like values. */
import { expect, it } from 'vitest';
import {
  createMasker,
  keepsKnownNames,
  keepsNamesOfRecords,
  maskJson,
} from '../../../../src/workbench/masking/index.ts';

const masker = createMasker({ key: 'member names' });

it('names of an interface stay, in several languages and spellings', () => {
  const record = {
    customerName: 1,
    vat_id: 2,
    KUNDENNR: 3,
    created_at: 4,
    de_DE: 5,
    '@odata.etag': 6,
    raisonsociale: 7,
  };
  expect(maskJson(record, { masker })).toEqual(record);
});

it('a name of a person or a company is replaced, by the word that its values get', () => {
  const masked = JSON.stringify(maskJson({ 'Berg GmbH': { Zwetschgen: 3 }, name: 'Berg GmbH' }, { masker }));
  expect(masked).not.toMatch(/Berg|Zwetschgen/);
  const [key, value] = [/^\{"(\S+) GmbH":/.exec(masked)?.[1], /"name":"(\S+) GmbH"/.exec(masked)?.[1]];
  expect([key !== undefined, key]).toEqual([true, value]);
});

it('a name that the profile names stays, and one of a record is kept beside known names of the same spelling', () => {
  const keepsKnown = keepsKnownNames(new Set(['matchcode']));
  expect(['matchcode', 'Matchcode', 'quarz'].map((name) => keepsKnown(name, []))).toEqual([true, true, false]);
  const records = keepsNamesOfRecords(new Set());
  const siblings = ['customerName', 'city', 'matchcode', 'Girard', 'qux'];
  expect(siblings.map((name) => records(name, siblings))).toEqual([true, true, true, false, true]);
  // A map from names to amounts has no known names.
  expect(records('girard', ['girard', 'berg', 'name'])).toBe(false);
});
