/** The order of open questions. */
import { expect, it } from 'vitest';
import { checkProfile } from '../../../../engine/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { openQuestions } from '../../../../src/workbench/init/open-questions.ts';

const profile = `profile: acme
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: acme.db } }
endpoints:
  /debtors/list:
    decide: { erpDebtorId: Which rows are customers? }
    page: { key: [erpDebtorId] }
    query: SELECT c.id AS erpDebtorId, c.name AS name, NULL /*? c.mail */ AS email FROM customer c
  /catalog/customers/search:
    decide: { erpId: Which rows are customers? }
    search: { text: query, in: [erpName] }
    query: SELECT c.id AS erpId, c.name AS erpName FROM customer c
  /invoices/list:
    page: { key: [erpInvoiceId] }
    query: |
      SELECT i.id AS erpInvoiceId, i.number AS invoiceNumber, i.customer AS erpDebtorId, 'x' AS debtorName, i.day AS issueDate, i.day AS dueDate,
             'EUR' AS currency, i.total AS amountTotal, i.total AS amountOutstanding, i.state AS status
      FROM invoice i /*? Is invoice the right table? */
    attach:
      lines:
        query: |
          SELECT l.invoice AS _invoice, l.txt AS description, NULL /*? l.qty */ AS quantity, l.price AS unitPrice, l.amount AS amount
          FROM line l WHERE l.invoice IN (:rows.erpInvoiceId)
        on: { _invoice: erpInvoiceId }
  /credit/customer:
    decide: Where is the limit?
`;

it('begins with the questions on which most fields depend, and asks equal ones once', async () => {
  const findings = await checkProfile(profile, 'profile.yaml', contract, {});
  const questions = openQuestions(findings, contract);
  expect(questions.map(({ question, fields }) => [question, fields])).toEqual([
    // 10 fields of an invoice, 4 of its lines
    ['Is invoice the right table?', 14],
    // 3 of a debtor, 3 of a customer hit
    ['Which rows are customers?', 6],
    ['Where is the limit?', 3],
    ['Is email c.mail?', 1],
    ['Is quantity l.qty?', 1],
  ]);
  expect(questions[1]).toMatchObject({
    about: ['/catalog/customers/search -> hits[].erpId', '/debtors/list -> debtors[].erpDebtorId'],
    places: ['profile.yaml:11:15', 'profile.yaml:7:15'],
  });
  expect(questions[4]?.about).toEqual(['/invoices/list -> invoices[].lines[].quantity']);
});
