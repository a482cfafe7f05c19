/**
 * Schemas with names that only a vendor's documentation explains. The columns and keys are those that the sources in
 * src/vocabulary/vendor-names.ts name.
 */
import { expect, it } from 'vitest';
import { type Proposed, proposedFor } from './proposals.ts';

/** What is proposed for a field, and whether there is a question about it. */
const proposal = ({ endpoint }: Proposed, path: string, field: string): readonly [string | undefined, boolean] => {
  const { parts, questions } = endpoint(path);
  return [parts.find((one) => one.field === field)?.from, questions.has('') || questions.has(field)];
};

const sap = `
  create table KNA1 (MANDT varchar(3) not null, KUNNR varchar(10) not null, LAND1 varchar(3), NAME1 varchar(35), ORT01 varchar(35),
    PSTLZ varchar(10), STRAS varchar(35), primary key (MANDT, KUNNR));
  create table MARA (MANDT varchar(3) not null, MATNR varchar(18) not null, primary key (MANDT, MATNR));
  create table VBRK (MANDT varchar(3) not null, VBELN varchar(10) not null, FKART varchar(4), FKDAT date, KUNAG varchar(10), WAERK varchar(5),
    NETWR decimal(15,2), primary key (MANDT, VBELN));
  insert into KNA1 values ('100', '0000017017', 'DE', 'Nordwind GmbH', 'Kiel', '24103', 'Kaistr. 3'), ('100', '0000017018', 'DE', 'Südwind AG', 'Ulm', '89073', 'Gasse 1');
  insert into MARA values ('100', 'A-100'), ('100', 'A-101');
  insert into VBRK values ('100', '0090000001', 'F2', '2026-03-02', '0000017017', 'EUR', 119.37);`;

it('an SAP-like schema: names the columns of customers and invoices, and asks which part of the key is the id', async () => {
  const proposed = await proposedFor(sap);
  expect(proposal(proposed, '/catalog/customers/search', 'erpName')).toEqual(['KNA1.NAME1', false]);
  expect(proposal(proposed, '/catalog/customers/search', 'city')).toEqual(['KNA1.ORT01', false]);
  expect(proposal(proposed, '/catalog/customers/search', 'erpId')).toEqual([undefined, true]);
  // The name of the table is that of customers, so that no column has to say which rows are.
  expect(proposed.profile).not.toContain('Which rows of KNA1 are customers');
  expect(proposal(proposed, '/customer-invoices/list', 'invoiceNumber')[0]).toBe('VBRK.VBELN');
  expect(proposal(proposed, '/customer-invoices/list', 'issueDate')[0]).toBe('VBRK.FKDAT');
  expect(proposed.profile).toContain('MATNR of SAP ERP: item number');
});

it('a Sage-100-like schema: takes the parties with a question which are customers', async () => {
  const proposed = await proposedFor(`
    create table F_COMPTET (cbMarq integer primary key, CT_Num varchar(17) not null unique, CT_Intitule varchar(69), CT_Type smallint, CT_Ville varchar(35),
      CT_CodePostal varchar(9));
    create table F_ARTICLE (cbMarq integer primary key, AR_Ref varchar(19) not null unique, AR_Design varchar(69));
    insert into F_COMPTET values (1, 'CARAT', 'Carat S.a.r.l.', 0, 'Dijon', '21000'), (2, 'BOLLE', 'Bollé', 1, 'Lyon', '69001');
    insert into F_ARTICLE values (1, 'BAAR01', 'Bague argent'), (2, 'BAOR01', 'Bague or');`);
  const { questions } = proposed.endpoint('/catalog/customers/search');
  expect(questions.get('erpId')).toContain('CT_Type (0 (1), 1 (1))');
  expect(proposal(proposed, '/catalog/customers/search', 'erpName')[0]).toBe('F_COMPTET.CT_Intitule');
  expect(proposal(proposed, '/catalog/products/search', 'erpSku')[0]).toBe('F_ARTICLE.AR_Ref');
  expect(proposal(proposed, '/catalog/products/search', 'erpDesc')[0]).toBe('F_ARTICLE.AR_Design');
});

it('one table of such a name is no sign of a vendor', async () => {
  const { profile } = await proposedFor(
    "create table MARA (MATNR varchar(18) primary key); insert into MARA values ('A-100');",
  );
  expect(profile).not.toContain('SAP');
});
