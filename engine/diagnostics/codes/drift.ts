/** DRF7xx: the ERP has changed since the lock of a profile was written (`engine drift`). */
import type { CodeEntry } from './code-entry.ts';

export const driftCodes = {
  DRF701: {
    title: 'table is gone',
    explanation:
      'A table or view that the profile touches was there when the lock was written, and is not any more: it was dropped or renamed, or the login may not see it. All statements that name it fail.',
    wrong: 'query: SELECT k.Code AS erpId FROM Kunde k   # and the table is called Customer now',
    right: 'query: SELECT c.Code AS erpId FROM Customer c',
  },
  DRF702: {
    title: 'column is gone',
    explanation:
      'A column that the profile touches was there when the lock was written, and is not any more. The hint names a new column of the table that may be the same under another name. Where only a `*` reads it, this is a warning.',
    wrong: 'query: SELECT c.Mail AS email FROM Customer c   # and the column is called EMail now',
    right: 'query: SELECT c.EMail AS email FROM Customer c',
  },
  DRF703: {
    title: 'type of a column has changed',
    explanation:
      'A column has another type, length or number of digits than when the lock was written. It is an error where it holds something else (a text for a number), or has become too small for what the profile writes into it; else a warning, to be looked at once.',
    wrong:
      'reference: { type: varchar(40), nullable: true }   # in the lock; it is varchar(20) now, and gets the number of an order',
    right: 'key: { from: poNumber, max: 20 }',
  },
  DRF704: {
    title: 'column may be empty, or may be no more',
    explanation:
      'A column that the profile reads may be without a value now, which breaks an answer whose field is required; or one that it writes must have a value now, which refuses a write that gives none.',
    wrong: 'query: SELECT i.Due AS dueDate FROM Invoice i   # and Due may be NULL now',
    right: 'query: SELECT COALESCE(i.Due, i.Issued) AS dueDate FROM Invoice i',
  },
  DRF705: {
    title: 'new rows need a column that the profile does not give',
    explanation:
      'A table that the profile inserts into has a column without a default that must have a value, and that was not so when the lock was written. Every such insert is refused.',
    wrong: 'exec: INSERT INTO Orders (Ref) VALUES (:key)   # and Branch must have a value now',
    right: 'exec: INSERT INTO Orders (Ref, Branch) VALUES (:key, :settings.branch)',
  },
  DRF706: {
    title: 'key is not kept unique any more',
    explanation:
      'The unique index or primary key is gone that the key of a page rests on, or the column by which a write is found again. Of rows with equal keys some are lost between pages; a document that is there twice is refused.',
    wrong: 'page: { key: [erpInvoiceId] }   # and the primary key of Invoice was dropped',
    right: 'ALTER TABLE Invoice ADD PRIMARY KEY (Id)',
  },
  DRF707: {
    title: 'fact is not what it was',
    explanation:
      'A fact of the profile was true when the lock was written and is false now, or the other way round: the ERP was updated, or it is another one. The profile takes other variants from now on, which were not compared. Look at them, and lock again.',
    wrong: 'facts: { v9: false }   # in the lock, and the ERP is version 9 now',
    right: 'engine drift --lock acme.yaml',
  },
  DRF708: {
    title: 'lock is behind its profile',
    explanation:
      'The profile touches a table or column that the lock does not have: it was changed since the lock was written, so that nobody would notice when the ERP changes there. Lock again.',
    wrong: 'engine drift acme.yaml',
    right: 'engine drift --lock acme.yaml',
  },
  DRF709: {
    title: 'lock cannot be used',
    explanation:
      'The file with the lock of the profile is missing, or cannot be read, or was not written by `engine drift --lock`. Lock the profile while it is known to work.',
    wrong: 'engine drift acme.yaml   # and there is no acme.lock.yaml',
    right: 'engine drift --lock acme.yaml',
  },
  DRF710: {
    title: 'statement or request that cannot be followed',
    explanation:
      'Of this statement, or of a column in it, cannot be told which tables it touches: it calls a procedure, or the engine cannot read it, or the database knows no table that has the column. Or the ERP refuses the request that shows the answer to a read. What changes there in the ERP is not noticed.',
    wrong: 'query: SELECT Name AS erpName FROM Customer, Branch   # and neither has Name',
    right: 'query: SELECT c.Name AS erpName FROM Customer c',
  },
  DRF711: {
    title: 'member of an answer is gone',
    explanation:
      'When the lock was written, all rows of the first page that the ERP gave to this read had a member that the profile uses, and none has it now. What it gave is missing in the answers of the service, or breaks them. The hint names a new member that may be the same under another name.',
    wrong: 'fields: { erpName: displayName }   # and the ERP calls it name now',
    right: 'fields: { erpName: name }',
  },
  DRF712: {
    title: 'member of an answer is of another type',
    explanation:
      'A member of the rows that the ERP gives to this read was of another type when the lock was written: a text that was a number, a map that was a text. Numbers are understood in both forms; expressions that look into a value, or reckon with it, may not be.',
    wrong: 'fields: { customerErpId: customer }   # and customer is a map with id and name now',
    right: 'fields: { customerErpId: customer.id }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
