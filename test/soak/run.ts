/** Runs the cases of one row on one setup. */
import { createHash } from 'node:crypto';
import { type Random, randomFrom } from '../src/workbench/checks/conformance/random.ts';
import type { Bench, CaseResult, DatabaseName, Row, SoakSetup } from './row.ts';

/** The choices of one case, whatever ran before it. */
function randomOf(seed: number, row: string, database: DatabaseName, number: number): Random {
  const digest = createHash('sha256').update(`${seed} ${row} ${database} ${number}`).digest();
  return randomFrom(digest.readUInt32LE(0));
}

interface Plan {
  readonly row: Row;
  readonly setup: SoakSetup;
  readonly seed: number;
  /** Number of the first case. */
  readonly first: number;
  /** Cases at most; undefined for those that the full volume has beyond the first. */
  readonly most: number | undefined;
  /** When no further case begins after the first, in milliseconds since the epoch. */
  readonly until: number;
  readonly stopping: () => boolean;
  /** Is told of each case when it is over; `full`: cases of the full volume. */
  readonly onCase: (number: number, full: number, result: CaseResult) => void;
}

/** The whole ERP is looked through after so many cases, and at the end. */
const casesBetweenAudits = 100;

const broken = (what: string, error: unknown): CaseResult => {
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { writes: 0, faults: {}, violations: [`the harness failed ${what}: ${said}`], recoveryMs: 0, share: 0 };
};

async function runOne(bench: Bench, number: number, random: Random): Promise<CaseResult> {
  try {
    return await bench.run(number, random);
  } catch (error) {
    return broken('in the case', error);
  }
}

async function audit(bench: Bench): Promise<CaseResult> {
  try {
    return { writes: 0, faults: {}, violations: await bench.faults(), recoveryMs: 0, share: 0 };
  } catch (error) {
    return broken('looking through the ERP', error);
  }
}

/** Runs them one after the other. A violation ends the row here, since what it left behind would be found again and again. */
export async function runRow({ row, setup, seed, first, most, until, stopping, onCase }: Plan): Promise<void> {
  let bench: Bench;
  try {
    bench = await row.open(setup);
  } catch (error) {
    return onCase(first, Number.NaN, broken('to begin', error));
  }
  const { full } = bench;
  const end = first + (most ?? Math.max(0, full - first));
  const isSound = (number: number, result: CaseResult): boolean => {
    onCase(number, full, result);
    return result.violations.length === 0;
  };
  try {
    let number = first;
    let sound = true;
    // One case at least, however long it took to begin.
    const isTime = (): boolean => number === first || Date.now() < until;
    for (; sound && number < end && isTime() && !stopping(); number += 1) {
      sound = isSound(number, await runOne(bench, number, randomOf(seed, row.name, setup.database, number)));
      if (sound && (number - first) % casesBetweenAudits === casesBetweenAudits - 1) {
        sound = isSound(number, await audit(bench));
      }
    }
    if (sound) isSound(Math.max(first, number - 1), await audit(bench));
  } finally {
    await bench.close();
  }
}
