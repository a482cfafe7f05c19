/** The message about several documents under one key. */
import { expect, it } from 'vitest';
import { severalDocuments } from '../../../../engine/run/write/document.ts';
import { contract } from '../../../../src/contract/index.ts';

it('several documents of one key are named by the ids that their columns contain', () => {
  const answer = contract.endpoints.find(({ path }) => path === '/sale-draft')?.answer;
  if (answer?.kind !== 'write') throw new Error('the contract has no draft');
  const rows = [{ saleId: 52, saleNumber: 'S-1' }, { saleId: ' 53 ' }];
  expect(severalDocuments(answer, rows, 'PO-1')).toBe('2 documents of the ERP carry the key PO-1: 52, 53.');
  expect(severalDocuments(answer, [{}, {}], 'PO-1')).toBe('2 documents of the ERP carry the key PO-1.');
});
