/** The figures of this run, and of all runs of its progress file. */
import { type Entry, emptyEntry, entryName, type Progress } from './progress.ts';
import type { CaseResult } from './row.ts';
import { sumUp } from './tally.ts';

/** Puts one case's result to an entry. */
function add(entry: Entry, number: number, full: number, result: CaseResult): Entry {
  const { writes, faults, violations, recoveryMs } = sumUp([{ ...entry, share: 0 }, result]);
  return {
    next: Math.max(entry.next, number + 1),
    full: Number.isNaN(full) ? entry.full : full,
    done: entry.done + (result.share ?? 1),
    writes,
    faults,
    violations: [...violations],
    recoveryMs,
  };
}

interface SoakRecord {
  /** Figures of this run. */
  readonly run: Map<string, Entry>;
  /** Figures of all runs. */
  readonly all: Map<string, Entry>;
  note(row: string, database: string, number: number, full: number, result: CaseResult): void;
}

const whole = new Intl.NumberFormat('en');
const percent = ({ done, full }: Entry): string => (full === 0 ? '0%' : `${((100 * done) / full).toPrecision(3)}%`);

/** One line on a row and a database: figures of this run, then its share of the full volume, and that of all runs. */
export function line(name: string, run: Entry, all: Entry): string {
  const faults = Object.entries(run.faults).map(([kind, count]) => `${kind} ${whole.format(count)}`);
  return [
    `${name}: ${whole.format(run.writes)} writes`,
    faults.join(', ') || 'no faults',
    `${run.violations.length} violations`,
    `worst recovery ${(run.recoveryMs / 1_000).toFixed(2)} s`,
    `${percent({ ...run, full: all.full })} of the full volume, ${percent(all)} with earlier runs`,
  ].join('; ');
}

export function startRecord(progress: Progress): SoakRecord {
  const run = new Map<string, Entry>();
  const all = new Map(Object.entries(progress.entries));
  return {
    run,
    all,
    note(row, database, number, full, result) {
      const name = entryName(row, database);
      for (const entries of [run, all]) entries.set(name, add(entries.get(name) ?? emptyEntry, number, full, result));
    },
  };
}
