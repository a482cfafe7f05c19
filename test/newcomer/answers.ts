/** What the newcomer knows of Comptoir 7 from its administrator (docs/tutorial/1-first-endpoint.md), as changes of the text of each endpoint. */
import type { Person } from './person.ts';

type Step = (person: Person) => Promise<void>;

const replace =
  (text: string, by: string): Step =>
  (person) =>
    person.replace(text, by);

const kind = "CASE a.TYPADR WHEN 'F' THEN 'billing' ELSE 'shipping' END";
const sign = "CASE i.TYPFAC WHEN 'A' THEN -1 ELSE 1 END";
const signOfLine = `(SELECT ${sign} FROM FACTURE i WHERE i.NOFAC = l.NOFAC)`;

const stateOfOrder =
  "CASE o.ETAT WHEN 'S' THEN 'draft' WHEN 'V' THEN 'authorised' WHEN 'L' THEN 'delivered' ELSE 'cancelled' END";

/** Applied from the place of the last question downwards, in this order. */
export const answers: Readonly<Record<string, readonly Step[]>> = {
  '/catalog/customers/addresses': [replace("'shipping' AS", `${kind} AS`), replace("'shipping' =", `${kind} =`)],
  '/pricing/resolve': [
    replace(
      'p.REF = :productErpId',
      "p.REF = :productErpId AND p.DEBUT <= :today AND (p.FIN >= :today OR p.FIN = '1900-01-01')",
    ),
    replace(
      'i.PVHT IS NOT NULL',
      'i.PVHT IS NOT NULL AND EXISTS (SELECT 1 FROM CLIENT c WHERE c.NOCLI = :customerErpId)',
    ),
  ],
  '/credit/customer': [replace('c.PLAFOND', 'NULLIF(c.PLAFOND, 0)')],
  '/purchase-orders/list': [replace('o.ETAT', stateOfOrder)],
  '/sales-orders/list': [replace('o.ETAT', stateOfOrder)],
  '/sales-orders/usage': [replace('GROUP BY', "AND o.ETAT IN ('V', 'L') GROUP BY")],
  '/customer-invoices/list': [
    replace('i.NOFAC AS invoiceNumber', 'i.NUMFAC AS invoiceNumber'),
    replace('i.TTC', `i.TTC * ${sign}`),
    replace('i.RESTE', `i.RESTE * ${sign}`),
    replace('i.ETAT', "CASE i.ETAT WHEN 'X' THEN 'voided' ELSE 'authorised' END"),
    replace('WHERE i.NOCLI', "WHERE i.ETAT <> 'B' AND i.NOCLI"),
  ],
  '/invoices/list': [
    replace('i.NOFAC AS invoiceNumber', 'i.NUMFAC AS invoiceNumber'),
    replace('i.TTC', `i.TTC * ${sign}`),
    replace('i.RESTE', `i.RESTE * ${sign}`),
    replace('i.ETAT', "CASE i.ETAT WHEN 'X' THEN 'VOIDED' ELSE 'AUTHORISED' END"),
    replace('c.NOCLI = i.NOCLI', "c.NOCLI = i.NOCLI AND i.ETAT <> 'B'"),
    replace('l.QTE', `l.QTE * ${signOfLine}`),
    replace('l.MONTANT', `l.MONTANT * ${signOfLine}`),
  ],
  '/customer-statement/get': [
    async (person) => {
      await person.replace('e.NOECR AS reference', 'e.PIECE AS ');
      await person.complete('ref', 'reference');
    },
  ],
  '/payments/list': [
    replace('(SELECT x.DATFAC FROM FACTURE x WHERE x.NOFAC = a.NOFAC)', 'a.DATREG'),
    replace('FROM REGLT a', "FROM REGLT a WHERE a.ANNULE = 'N'"),
  ],
};
