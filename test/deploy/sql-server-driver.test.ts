/** The driver of SQL Server as it is built into the program, without the packages of Azure: it logs in to a double of the server and reads rows. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../src/service/server/fixture.ts';

const root = join(import.meta.dirname, '../..');

it('reads a page with exact amounts', async () => {
  const double = spawn(process.execPath, [join(root, 'test/bench/tds-stub.ts')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void double.kill('SIGKILL'));
  let out = '';
  double.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const port = await until(() => /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1]);
  const profile = join(root, 'test/bench/profile-mssql.yaml');
  const args = ['run', '/invoices/list', '--profile', profile, '--set', 'page=1', '--set', 'limit=2'];
  const answer = execFileSync(process.execPath, [join(root, 'dist/program/entry.js'), ...args], {
    env: { PATH: process.env.PATH, BENCH_DATABASE: port },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // The rows of the double: R-1 of 1.01, R-2 of 2.02.
  expect(JSON.parse(answer)).toMatchObject({
    invoices: [
      { erpInvoiceId: '1', invoiceNumber: 'R-1', issueDate: '2026-01-02', amountTotal: 1.01 },
      { erpInvoiceId: '2', invoiceNumber: 'R-2', issueDate: '2026-01-03', amountTotal: 2.02 },
    ],
    hasMore: true,
  });
});

it('has no package of Azure in it', () => {
  const { bundled }: { readonly bundled: readonly string[] } = JSON.parse(
    readFileSync(join(root, 'dist/program/packages.json'), 'utf8'),
  );
  expect(bundled).toEqual(expect.arrayContaining(['node_modules/tedious', 'node_modules/mssql']));
  expect(bundled.filter((folder) => folder.includes('@azure'))).toEqual([]);
});
