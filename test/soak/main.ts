/**
 * `npm run soak`: writes under faults, against real servers, by real processes. See docs/reliability.md. Exit status 1 on any
 * violation, which is printed with the command that runs its case again.
 */

import { readTask, type Task, usage } from './arguments.ts';
import { type CompaniesTask, companiesUsage, readCompaniesTask, runCompanies } from './companies/main.ts';
import { durableRows } from './durable/rows/index.ts';
import { emptyEntry, entryName, type Progress, readProgress, writeProgress } from './progress.ts';
import { line, startRecord } from './record.ts';
import type { CaseResult, DatabaseName, Row } from './row.ts';
import { rows } from './rows/index.ts';
import { runRow } from './run.ts';
import { type OwnedSetup, openSetup } from './setup.ts';

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

function beginning({ seed, resume }: Task): Progress {
  const resumed = resume === undefined ? undefined : readProgress(resume);
  if (resumed && seed !== undefined && seed !== resumed.seed)
    throw new Error(`The runs of ${resume} have the seed ${resumed.seed}.`);
  return resumed ?? { seed: seed ?? Date.now() % 1_000_000_007, entries: {} };
}

/** The servers that can be had. */
async function openGrounds({ databases, quick, plant }: Task): Promise<readonly OwnedSetup[]> {
  const opened = await Promise.allSettled(databases.map((name) => openSetup(name, quick ? 'brief' : 'full', plant)));
  return opened.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [result.value];
    print(`Nothing runs on ${databases[index]}: ${result.reason}`);
    return [];
  });
}

async function soak(task: Task): Promise<boolean> {
  const progress = beginning(task);
  const record = startRecord(progress);
  const { seed } = progress;
  print(`Seed ${seed}.`);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopping = true));
  const setups = await openGrounds(task);
  const end = Date.now() + task.time;
  const save = (): void => {
    if (task.resume !== undefined) writeProgress(task.resume, { seed, entries: Object.fromEntries(record.all) });
  };

  const onCase = (row: Row, database: DatabaseName) => (number: number, full: number, result: CaseResult) => {
    record.note(row.name, database, number, full, result);
    save();
    for (const violation of result.violations) {
      print(`VIOLATION of ${row.name} on ${database}, case ${number}: ${violation}`);
      print(`  again: npm run soak -- --seed ${seed} --row ${row.name} --databases ${database} --case ${number}`);
    }
  };

  const most = (row: Row): number | undefined => {
    if (task.only !== undefined) return 1;
    return task.quick ? row.quick : undefined;
  };

  try {
    for (const [index, row] of task.rows.entries()) {
      // What a row leaves of its time is for those that follow.
      const until = Date.now() + (end - Date.now()) / (task.rows.length - index);
      const lack = await row.lacks?.();
      if (lack !== undefined) {
        print(`${row.name} is left out. ${lack}`);
        continue;
      }
      const setupsOfRow = setups.filter(({ database }) => row.databases.includes(database));
      await Promise.all(
        setupsOfRow.map(async (setup) => {
          const name = entryName(row.name, setup.database);
          const { next } = record.all.get(name) ?? emptyEntry;
          await runRow({
            row,
            setup,
            seed,
            first: task.only ?? next,
            most: most(row),
            until,
            stopping: () => stopping,
            onCase: onCase(row, setup.database),
          });
          print(line(name, record.run.get(name) ?? emptyEntry, record.all.get(name) ?? emptyEntry));
        }),
      );
      if (stopping) break;
    }
  } finally {
    await Promise.all(setups.map((setup) => setup.close()));
  }
  const violations = [...record.run.values()].reduce((sum, entry) => sum + entry.violations.length, 0);
  print(`Seed ${seed}: ${violations} violations.`);
  return violations === 0 && setups.length > 0;
}

const words = process.argv.slice(2);
let task: Task | undefined;
let companies: CompaniesTask | undefined;
try {
  companies = readCompaniesTask(words);
  if (companies === undefined) task = readTask(words, [...rows, ...durableRows]);
} catch (error) {
  print(`${error instanceof Error ? error.message : error}\n\n${usage}\n${companiesUsage}`);
  process.exitCode = 2;
}
if (companies !== undefined && !(await runCompanies(companies))) process.exitCode = 1;
if (task !== undefined && !(await soak(task))) process.exitCode = 1;
