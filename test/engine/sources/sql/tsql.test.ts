/**
 * The engine's own T-SQL against files that a person has read. No server has run them here; with MSSQL_URL set, the
 * suites of all databases do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignWords, kinds } from '../../../support/kinds.ts';
import { tsqlStatements } from './tsql-statements.ts';

const folder = join(import.meta.dirname, '../../../cases/tsql');
const statements = await tsqlStatements();

describe('T-SQL of the engine', () => {
  it('has a file for each statement, and no other', () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(statements)
        .map((name) => `${name}.sql`)
        .sort(),
    );
  });
  it.each(Object.entries(statements))('%s', (name, text) => {
    expect(`${text}\n`).toBe(readFileSync(join(folder, `${name}.sql`), 'utf8'));
  });

  /** Batches with IF, a block or several declarations, which the parser does not know; everything else is a statement to it. */
  const unread = [
    'call-in-read',
    'call-in-transaction',
    'claims-insert',
    'claims-lock',
    'store-create-0',
    'store-create-1',
    'store-create-2',
    'store-create-3',
    'store-create-4',
    'store-create-5',
    'store-create-6',
    'store-create-7',
    'store-create-8',
    'store-create-9',
    'store-create-10',
    'store-lock',
    'transaction-commit',
    'transaction-lock',
    'transaction-rollback',
  ];

  it.each(Object.entries(statements))(
    '%s is a statement to a parser of T-SQL, but for some batches',
    async (name, text) => {
      const grammar = await kinds.mssql.grammar('check');
      const reading = grammar?.(text);
      expect({ kind: reading?.kind, foreign: foreignWords(text, 'mssql') }).toEqual({
        kind: unread.includes(name) ? 'unread' : 'read',
        foreign: [],
      });
    },
  );
});
