/** DRF7xx: changes of the ERP since the lock of a profile was written (`engine drift`). */
import type { CodeEntry } from './code-entry.ts';

export const driftCodes = {
  DRF701: {
    title: 'table removed',
    explanation:
      'A table or view that the profile uses existed when the lock was written and no longer does: it was dropped or renamed, or the login may no longer see it. Every statement that names it fails.',
    wrong: 'query: SELECT k.Code AS erpId FROM Kunde k   # the table is now called Customer',
    right: 'query: SELECT c.Code AS erpId FROM Customer c',
  },
  DRF702: {
    title: 'column removed',
    explanation:
      'A column that the profile uses existed when the lock was written and no longer does. The hint names a new column of the table that may be its replacement. If only a `*` selects it, this is a warning.',
    wrong: 'query: SELECT c.Mail AS email FROM Customer c   # the column is now called EMail',
    right: 'query: SELECT c.EMail AS email FROM Customer c',
  },
  DRF703: {
    title: 'column type changed',
    explanation:
      'The type, length or number of digits of a column has changed since the lock was written. It is an error if the column now holds another kind of value (a text instead of a number) or is too small for what the profile writes into it; otherwise it is a warning to review.',
    wrong:
      'reference: { type: varchar(40), nullable: true }   # in the lock; now varchar(20), and the profile writes an order number into it',
    right: 'key: { from: poNumber, max: 20 }',
  },
  DRF704: {
    title: 'column nullability changed',
    explanation:
      'A column that the profile reads may now be NULL, which makes answers with a required field invalid; or a column that it writes is now NOT NULL, which rejects a write without a value.',
    wrong: 'query: SELECT i.Due AS dueDate FROM Invoice i   # Due may now be NULL',
    right: 'query: SELECT COALESCE(i.Due, i.Issued) AS dueDate FROM Invoice i',
  },
  DRF705: {
    title: 'new column requires a value',
    explanation:
      'A table that the profile inserts into now has a NOT NULL column without a default, which was not the case when the lock was written. Every such insert fails.',
    wrong: 'exec: INSERT INTO Orders (Ref) VALUES (:key)   # Branch now requires a value',
    right: 'exec: INSERT INTO Orders (Ref, Branch) VALUES (:key, :settings.branch)',
  },
  DRF706: {
    title: 'key is no longer unique',
    explanation:
      'The unique index or primary key behind a page key, or behind the column by which a write is looked up, no longer exists. Paging may skip rows with equal keys, and a document that exists twice is rejected.',
    wrong: 'page: { key: [erpInvoiceId] }   # the primary key of Invoice was dropped',
    right: 'ALTER TABLE Invoice ADD PRIMARY KEY (Id)',
  },
  DRF707: {
    title: 'fact changed',
    explanation:
      'A fact of the profile has another value than when the lock was written: the ERP was updated, or it is another ERP. The profile now uses other variants, which were not compared. Review them, and write a new lock.',
    wrong: 'facts: { v9: false }   # in the lock; the ERP is now version 9',
    right: 'engine drift --lock acme.yaml',
  },
  DRF708: {
    title: 'lock is out of date',
    explanation:
      'The profile uses a table or column that is not in the lock: the profile was changed after the lock was written, so changes of the ERP would not be detected there. Write a new lock.',
    wrong: 'engine drift acme.yaml',
    right: 'engine drift --lock acme.yaml',
  },
  DRF709: {
    title: 'lock cannot be used',
    explanation:
      'The lock file of the profile is missing, cannot be read, or was not written by `engine drift --lock`. Write a lock while the profile is known to work.',
    wrong: 'engine drift acme.yaml   # there is no acme.lock.yaml',
    right: 'engine drift --lock acme.yaml',
  },
  DRF710: {
    title: 'statement or request cannot be tracked',
    explanation:
      'The engine cannot determine which tables this statement, or one of its columns, uses: it calls a procedure, it cannot be parsed, or no table in the database has the column. For a request, the ERP rejects the sample read. Changes of the ERP are not detected there.',
    wrong: 'query: SELECT Name AS erpName FROM Customer, Branch   # neither table has Name',
    right: 'query: SELECT c.Name AS erpName FROM Customer c',
  },
  DRF711: {
    title: 'response member removed',
    explanation:
      'When the lock was written, every row of the first page of this read had a member that the profile uses. Now no row has it. The answers of the service lack the value or become invalid. The hint names a new member that may be its replacement.',
    wrong: 'fields: { erpName: displayName }   # the ERP now calls it name',
    right: 'fields: { erpName: name }',
  },
  DRF712: {
    title: 'response member type changed',
    explanation:
      'A member of the rows of this read had another type when the lock was written: for example a text that was a number, or a map that was a text. Numbers are accepted in both forms; expressions that access or calculate with the value may fail.',
    wrong: 'fields: { customerErpId: customer }   # customer is now a map with id and name',
    right: 'fields: { customerErpId: customer.id }',
  },
  DRF713: {
    title: 'own member changed',
    explanation:
      'A member that the installation has added to a type of its vendor (`own` of `describedBy`) has appeared, vanished, or changed its type since the lock was written. What the profile uses and the ERP no longer has is reported as API813. A new member is advice.',
    wrong:
      'fields: { city: U_City }   # U_City was a text of 40 characters when the lock was written, and is a number now',
    right: 'fields: { city: $string(U_City) }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
