/**
 * The engine's own T-SQL against files that a person has read. No server has run them here; with MSSQL_URL set, the
 * suites of all databases do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tsqlStatements } from './tsqlStatements.ts';

const folder = join(import.meta.dirname, '../../cases/tsql');
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
});
