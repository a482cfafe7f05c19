/**
 * `npm run record:figures`: a session of the sandbox with each shipped profile over its fixture and double, recorded, and how much of the profile the recorded
 * cases cover.
 *
 *   --only NAME     a profile; repeatable
 *   --most N        calls of each endpoint at most (20)
 *   --explore N     further calls of each endpoint at most that look for parts of the profile which no call has reached (100)
 *   --keep FOLDER   keeps the recordings in FOLDER/NAME
 *   --points        lists the points that no case reaches
 *   --markdown      prints the table of docs/record.md
 *
 * Exit status 1 where a recorded case fails. Tryton needs its Debian packages (profiles/tryton/README.md).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFixtures } from '../../src/workbench/testing/fixture/fixtures.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { type Measured, measure } from './measure.ts';
import { shipped } from './shipped.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    most: { type: 'string', default: '20' },
    explore: { type: 'string', default: '100' },
    keep: { type: 'string' },
    points: { type: 'boolean' },
    markdown: { type: 'boolean' },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);

function show(name: string, { recorded, left, failed, reached, missed, seconds }: Measured): void {
  const [some, all] = reached;
  const percent = Math.floor((100 * some) / all);
  if (flags.markdown === true)
    print(`| ${name} | ${recorded} | ${left.length} | ${failed} | ${some} of ${all} points (${percent} %) |`);
  else {
    print(
      `${name}: ${recorded} calls recorded, ${left.length} left out, ${failed} cases fail; ${some} of ${all} points (${percent} %), ${seconds} s`,
    );
    for (const [text, calls] of Map.groupBy(left, ({ path, reason }) => `${path}: ${reason}`))
      print(`  ${calls.length} x ${text}`);
    if (flags.points === true) for (const line of missed) print(line);
  }
  if (failed > 0) process.exitCode = 1;
}

const names = flags.only ?? Object.keys(shipped);
const mariadb = names.some((name) => shipped[name]?.needsMysql === true) ? await startMariadb() : undefined;
const scratch = mariadb === undefined ? {} : { mysql: mariadb.url };
const fixtures = openFixtures(scratch);
const work = mkdtempSync(join(tmpdir(), 'record-figures-'));
try {
  for (const name of names) {
    try {
      show(
        name,
        await measure({
          ...{ name, fixtures, scratch, folder: join(flags.keep ?? work, name) },
          ...{ most: Number(flags.most), explore: Number(flags.explore) },
        }),
      );
    } catch (error) {
      print(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
} finally {
  await fixtures.close();
  await mariadb?.stop();
  rmSync(work, { recursive: true, force: true });
}
