/**
 * `npm run walk`: a sync of 1,000,000 invoices with lines in pages of 500, on PostgreSQL and MariaDB, while invoices are inserted
 * and deleted all the time.
 *
 *   --quick        a tenth of the invoices
 *   --only NAME    postgres or mysql
 *   --seed N       repeats the inserts and deletes of another run
 *
 * Exit status 1 where the last hundred pages take more than 1.2 times as long as the first hundred, or an invoice that was there all the
 * time does not come exactly once.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startMariadb } from '../support/mariadb-server.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startProgram } from '../support/program.ts';
import { startChurn } from './churn.ts';
import { build, type WalkedDialect } from './database.ts';
import { profile } from './profile.ts';
import { median, sum, walk, walkFaults } from './walk.ts';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, seed: { type: 'string' } },
});
const count = flags.quick === true ? 100_000 : 1_000_000;
const seed = Number(flags.seed ?? Date.now() % 1_000_000_007);
const limit = 500;
const compared = 100;
const most = 1.2;
const key = 'walk_key_of_no_installation_0123456789';
const print = (text: string): boolean => process.stdout.write(`${text}\n`);
const ms = (time: number): string => `${time.toFixed(1)} ms`;

const servers = {
  postgres: () => startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' }),
  mysql: () => startMariadb({ 'innodb-buffer-pool-size': '512M', 'innodb-log-file-size': '256M' }),
} as const;

/** What the database falls short of. */
async function prove(dialect: WalkedDialect): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-walk-'));
  const server = await servers[dialect]();
  try {
    const begin = performance.now();
    await build(dialect, server.url, count);
    print(
      `${dialect}: ${count} invoices, built in ${((performance.now() - begin) / 1_000).toFixed(0)} s; seed ${seed}.`,
    );
    const file = join(folder, 'profile.yaml');
    writeFileSync(file, profile(dialect, server.url));
    const service = await startProgram(file, { ENGINE_KEY: key }, ['--log-level', 'error']);
    try {
      // Of another size, whose pages are not these. The first pages of a process that has just started are slow.
      await walk(service.baseUrl, key, limit - 1, compared);
      const churn = startChurn(dialect, server.url, count, seed);
      const walked = await walk(service.baseUrl, key, limit);
      const { inserted, deleted } = await churn.stop();
      const first = walked.times.slice(0, compared);
      const last = walked.times.slice(-compared);
      const ratio = sum(last) / sum(first);
      print(
        `  ${walked.times.length} pages in ${(sum(walked.times) / 1_000).toFixed(1)} s, ${walked.ids.length} invoices.`,
      );
      print(`  ${inserted} invoices inserted, ${deleted} deleted meanwhile.`);
      print(`  First ${compared} pages: ${ms(sum(first))}, median ${ms(median(first))}.`);
      print(`  Last ${compared} pages: ${ms(sum(last))}, median ${ms(median(last))}. Ratio ${ratio.toFixed(2)}.`);
      const slow = ratio < most ? [] : [`the last pages take ${ratio.toFixed(2)} times as long as the first`];
      return [...slow, ...walkFaults(walked, count)];
    } finally {
      await service.stop();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const dialect of ['postgres', 'mysql'] as const) {
  if (flags.only !== undefined && flags.only !== dialect) continue;
  for (const fault of await prove(dialect)) {
    print(`Falls short on ${dialect}: ${fault}.`);
    process.exitCode = 1;
  }
}
