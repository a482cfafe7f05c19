/**
 * Generated values, stored by the engine's writes and read by its lists, on every database and in five process time zones: the JSON
 * that is answered is the JSON that must be, and every id that is answered finds its row.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byDepth } from '../../../../support/depth.ts';
import { testedDialects } from '../../../../support/dialects.ts';
import { seed } from '../../../../support/seed.ts';
import type { ChildResult, ChildTask } from './child.ts';
import { valueDatabase } from './databases.ts';
import { valuesInRow } from './kinds.ts';

/** Time zone of the process, and that of the ERP. */
const allZones = [
  ['UTC', 'Europe/Berlin'],
  ['America/St_Johns', 'America/New_York'],
  ['Asia/Kathmandu', 'UTC'],
  ['Australia/Lord_Howe', 'Europe/Berlin'],
  ['Pacific/Apia', 'Australia/Lord_Howe'],
] as const;
const everyOther = allZones.filter((_, index) => index % 2 === 0);
const zones = byDepth<readonly (typeof allZones)[number][]>({
  sample: allZones.slice(1, 2),
  deep: everyOther,
  all: allZones,
});

/** Values on each database, in all zones together. */
const wanted = Number(process.env.FIDELITY_VALUES ?? byDepth({ sample: 4_000, deep: 9_000, all: 100_000 }));
const timeout = 60_000 + wanted;

/** A process in the time zone. Rejects with what it complained of. */
function runChild(task: ChildTask, zone: string): Promise<ChildResult> {
  const file = join(import.meta.dirname, 'child.ts');
  // Compiled code is kept between them: most of such a short life is loading.
  const env = { ...process.env, TZ: zone };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, JSON.stringify(task)], { env, maxBuffer: 2 ** 26 }, (error, out, complaint) => {
      if (error) reject(new Error(`${error.message.slice(0, 200)}\n${complaint.slice(-2000)}`));
      else resolve(JSON.parse(out));
    });
  });
}

describe.for(testedDialects)('generated values on %s', (dialect) => {
  const totals = { values: 0, ids: 0 };
  it.for(zones)('in a process in %s, of an ERP in %s', { timeout }, async ([zone, clock], { onTestFinished }) => {
    const { profileFile, knowsClock, drop } = await valueDatabase(dialect, clock);
    onTestFinished(drop);
    const rows = Math.ceil(wanted / zones.length / valuesInRow(dialect));
    const result = await runChild({ dialect, profileFile, clock, knowsClock, seed, rows }, zone);
    totals.values += result.values;
    totals.ids += result.ids;
    expect(result.zone).toBe(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone);
    expect(result.faults, `seed ${seed}`).toEqual([]);
  });
  it('were as many as they should be', () => {
    const { values, ids } = totals;
    process.stdout.write(`fidelity on ${dialect}: ${values} values, ${ids} ids sent back, seed ${seed}\n`);
    expect(values).toBeGreaterThanOrEqual(wanted);
    expect(ids).toBeGreaterThan(0);
  });
});
