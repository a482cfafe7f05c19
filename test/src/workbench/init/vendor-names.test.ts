/**
 * Schemas with names that only a vendor's documentation explains. The columns and keys are those that the sources in
 * src/workbench/vocabulary/vendor-names.ts name.
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

it('a SoftM-like schema: takes customers, items and orders by the names that the source explains', async () => {
  const proposed = await proposedFor(`
    create table XKD00 (KDKDNR varchar(8) primary key, KDNAME varchar(40), KDSTR varchar(40), KDPLZ varchar(9), KDORT varchar(40));
    create table XAR00 (ARARTN varchar(20) primary key, ARBEZ1 varchar(40), ARPREV decimal(9,2));
    create table AAK00 (AKAUFN varchar(8) primary key, AKKDNR varchar(8) not null references XKD00, AKAUFA varchar(2));
    insert into XKD00 values ('17200', 'Nordwind GmbH', 'Kaistr. 3', '24103', 'Kiel'), ('17201', 'Südwind AG', 'Gasse 1', '89073', 'Ulm');
    insert into XAR00 values ('14600/03', 'Tretroller', 79.99), ('76095', 'Dreirad', 41.37);
    insert into AAK00 values ('1041021', '17200', 'NO'), ('1041022', '17201', 'NO');`);
  expect(proposal(proposed, '/catalog/customers/search', 'erpName')).toEqual(['XKD00.KDNAME', false]);
  expect(proposal(proposed, '/catalog/products/search', 'erpSku')[0]).toBe('XAR00.ARARTN');
  expect(proposal(proposed, '/sales-orders/list', 'soNumber')[0]).toBe('AAK00.AKAUFN');
  expect(proposal(proposed, '/sales-orders/list', 'customerErpId')[0]).toBe('AAK00.AKKDNR');
});

it('a Sage-50-like schema: takes the sales ledger for the customers', async () => {
  const proposed = await proposedFor(`
    create table SALES_LEDGER (ACCOUNT_REF varchar(8) primary key, NAME varchar(60), ADDRESS_1 varchar(60), ADDRESS_5 varchar(60), CREDIT_LIMIT double,
      BALANCE double);
    create table AUDIT_HEADER (TRAN_NUMBER integer primary key, TYPE varchar(2), ACCOUNT_REF varchar(8), GROSS_AMOUNT double, OUTSTANDING double);
    insert into SALES_LEDGER values ('ABS001', 'ABS Garages Ltd', '17 Broad St', 'NE3 1AB', 4000, 2533.31), ('BBS001', 'Bobs Building', '2 Lane', 'NE1 4XF', 900, 0);
    insert into AUDIT_HEADER values (1, 'SI', 'ABS001', 119.37, 19.37), (2, 'SR', 'ABS001', -100, 0);`);
  expect(proposal(proposed, '/credit/customer', 'creditLimit')[0]).toBe('SALES_LEDGER.CREDIT_LIMIT');
  expect(proposal(proposed, '/debtors/list', 'name')[0]).toBe('SALES_LEDGER.NAME');
});

it('a Navision-like schema: reads the names of tables behind the company', async () => {
  const company = 'Kunden Service GmbH_';
  const proposed = await proposedFor(`
    create table "${company}$Customer" ("No_" varchar(20) primary key, "Name" varchar(100), "City" varchar(30));
    create table "${company}$Item$437dbf0e" ("No_" varchar(20) primary key, "Description" varchar(100));
    create table "${company}$Sales Invoice Header" ("No_" varchar(20) primary key, "Sell-to Customer No_" varchar(20), "Document Date" date);
    insert into "${company}$Customer" values ('10000', 'Adatum', 'Newcastle'), ('20000', 'Trey Research', 'Leeds');
    insert into "${company}$Item$437dbf0e" values ('1896-S', 'Desk'), ('1900-S', 'Chair');
    insert into "${company}$Sales Invoice Header" values ('103001', '10000', '2026-03-02'), ('103002', '20000', '2026-03-03');`);
  expect(proposal(proposed, '/catalog/customers/search', 'erpName')).toEqual([`${company}$Customer.Name`, false]);
  expect(proposal(proposed, '/catalog/products/search', 'erpDesc')).toEqual([
    `${company}$Item$437dbf0e.Description`,
    false,
  ]);
  expect(proposal(proposed, '/customer-invoices/list', 'issueDate')[0]).toBe(
    `${company}$Sales Invoice Header.Document Date`,
  );
});

it('one table of such a name is no sign of a vendor', async () => {
  const { profile } = await proposedFor(
    "create table MARA (MATNR varchar(18) primary key); insert into MARA values ('A-100');",
  );
  expect(profile).not.toContain('SAP');
});
