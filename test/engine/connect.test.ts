import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openEngine } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';

const shop = readFileSync(join(import.meta.dirname, '../../examples/first-profile/shop.yaml'), 'utf8');

describe('a database that refuses the login', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-connect-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is one finding at the connection, and not one for each statement', async () => {
    const url = new URL(inject('postgresUrl'));
    url.pathname = '/there_is_no_such_database';
    const source = `sql: postgres\n    connection: { url: "${url.href}" }`;
    const text = shop.replace(/sql: sqlite\n {4}connection: .*/, source);
    const file = join(folder, 'shop.yaml');
    writeFileSync(file, text);
    const opened = await openEngine({
      contract,
      profileFile: file,
      profileName: 'shop.yaml',
      environment: {},
      emit: () => undefined,
    });
    if (!opened.ok) throw new Error('the profile itself is right');
    const diagnostics = await opened.engine.start();
    await opened.engine.close();
    expect(diagnostics.map(({ code }) => code)).toEqual(['CFG511']);
    const line = 1 + text.split('\n').findIndex((row) => row.includes('connection:'));
    expect(diagnostics[0]?.place).toMatchObject({ file: 'shop.yaml', line });
    expect(diagnostics[0]?.message).toContain('there_is_no_such_database');
  });
});
