/** Neovim with its own LSP client: findings, completion, hover, a quick fix, symbols, rename and formatting in a faulty profile. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const isHere = spawnSync('nvim', ['--version']).status === 0;
if (!isHere) process.stderr.write('Neovim is not installed, so it is not tested: apt-get install neovim.\n');

const profile = `profile: acme
title: Acme 9
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: acme.db } }
parts:
  named: c.name
endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] } # one by one
    query: SELECT c.no AS erpDebtorId, {named} AS nam FROM customer c
    serach: { text: query, in: [name], match: prefix }
`;

const report = z.object({
  found: z.array(z.object({ code: z.string(), line: z.int(), column: z.int() })),
  completed: z.array(z.string()),
  hover: z.string(),
  action: z.string(),
  cured: z.boolean(),
  line: z.string(),
  symbols: z.array(z.string()),
  text: z.string(),
});

it.skipIf(!isHere)('shows findings, completes, explains, cures, renames and formats', () => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-neovim-'));
  const file = join(folder, 'profile.yaml');
  const written = join(folder, 'report.json');
  writeFileSync(file, profile);
  const env = {
    ...process.env,
    PROFILE: file,
    FOLDER: folder,
    REPORT: written,
    ENGINE_NODE: process.execPath,
    ENGINE_PROGRAM: join(root, 'dist/src/entry.js'),
  };
  const script = join(import.meta.dirname, 'neovim.lua');
  execFileSync('nvim', ['--headless', '--clean', '-c', `luafile ${script}`], { env, timeout: 800_000, stdio: 'pipe' });
  const seen = report.parse(JSON.parse(readFileSync(written, 'utf8')));
  // The misspelt key, on the twelfth line.
  expect(seen.found).toContainEqual({ code: 'MAP101', line: 11, column: 4 });
  expect(seen.completed).toContain('name');
  expect(seen.hover).toContain('**erpDebtorId**');
  expect(seen.action).toBe('Replace serach with search');
  expect(seen.cured).toBe(true);
  expect(seen.line).toBe('    search: { text: query, in: [name], match: prefix }');
  expect(seen.symbols).toEqual([
    ...['profile', 'title', 'contract', 'sources', 'erp', 'parts', 'named', 'endpoints', '/debtors/list'],
  ]);
  // The part has its new name in both places, and the line has the house style again.
  const changed = profile.replaceAll('named', 'title').replace('serach', 'search').replace(' # one by one', '');
  expect(`${seen.text}\n`).toBe(changed);
});
