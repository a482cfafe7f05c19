/** A correct profile for an ERP that counts changes instead of recording their time passes the suite. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { root, runHere } from './here.ts';

const profile = `profile: versions
extends: ./demo/profile.yaml
contract: "1"
endpoints:
  /invoices/list:
    since: { $without: all, by: _version, as: version, version: SELECT number + 1 FROM change_counter }
    query: |
      SELECT i.invoice_id AS erpInvoiceId, i.doc_no AS invoiceNumber, i.account_no AS erpDebtorId, c.name AS debtorName,
             i.issued_on AS issueDate, i.due_on AS dueDate, i.currency AS currency,
             e.amount AS amountTotal, e.open_amount AS amountOutstanding, {document_state} AS status,
             CASE WHEN e.version > i.version THEN e.version ELSE i.version END AS _version
      FROM {document}
      JOIN customer c ON c.account_no = i.account_no
`;

/** Each change of a document or an entry gets the next number. */
const counted = (table: string, id: string, columns: string): string =>
  ['INSERT', `UPDATE OF ${columns}`]
    .map(
      (change) => `CREATE TRIGGER ${table}_${change.slice(0, 6)} AFTER ${change} ON ${table} BEGIN
  UPDATE change_counter SET number = number + 1;
  UPDATE ${table} SET version = (SELECT number FROM change_counter) WHERE ${id} = NEW.${id};
END;
`,
    )
    .join('');
const schema = `CREATE TABLE change_counter (number INTEGER NOT NULL);
INSERT INTO change_counter VALUES (1);
ALTER TABLE invoice ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE account_entry ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
${counted('invoice', 'invoice_id', 'state, total, doc_no')}${counted('account_entry', 'entry_id', 'open_amount')}`;

it('the changes of /invoices/list, also when documents were written a moment ago', async () => {
  const folder = folderWith({ 'profile.yaml': profile });
  cpSync(join(root, 'profiles', 'demo'), join(folder, 'demo'), { recursive: true });
  mkdirSync(join(folder, 'fixture'));
  writeFileSync(join(folder, 'fixture', 'schema.sql'), schema);
  // The checks of pages write documents before those of changes run.
  const args = ['test', '--conformance', '--filter', '/invoices/list', './profile.yaml'];
  const { out, err } = await runHere(args, { env: {}, cwd: folder });
  expect(out.split('\n').filter((line) => line.includes('FAIL'))).toEqual([]);
  expect(out, err).toMatch(/\d\d passed, 0 failed/);
});
