/** `npm run fuzz`: generated requests against the service on three databases. See docs/reliability.md. Exit status 1 on any violation. */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type DatabaseName, databaseNames } from '../soak/row.ts';
import { openSetup } from '../soak/setup.ts';
import { healthVerdict, memoryFaults, reportHead, reportRow, statusTable } from './report.ts';
import { type FuzzResult, fuzz } from './run.ts';

const usage = `npm run fuzz -- [options]
  --seed N            chooses the requests; printed at the start
  --count N           requests for each database (66,700)
  --first N           number of the first request (0); with --count 1 it repeats one request
  --callers N         requests at the same time (12)
  --minutes N         ends after this time
  --databases A,B     of postgres, mysql, sqlite
`;

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

interface Task {
  readonly seed: number;
  readonly count: number;
  readonly first: number;
  readonly callers: number;
  readonly until: number;
  readonly databases: readonly DatabaseName[];
}

function numberIn(text: string, name: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`--${name} is a number, not "${text}".`);
  return value;
}

function readTask(words: readonly string[]): Task {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
      count: { type: 'string', default: '66700' },
      first: { type: 'string', default: '0' },
      callers: { type: 'string', default: '12' },
      minutes: { type: 'string' },
      databases: { type: 'string', default: databaseNames.join(',') },
    },
  });
  const chosen = values.databases.split(',');
  const databases = databaseNames.filter((name) => chosen.includes(name));
  if (databases.length !== chosen.length) throw new Error(`The databases are ${databaseNames.join(', ')}.`);
  return {
    seed: numberIn(values.seed, 'seed'),
    count: numberIn(values.count, 'count'),
    first: numberIn(values.first, 'first'),
    callers: numberIn(values.callers, 'callers'),
    until:
      values.minutes === undefined
        ? Number.POSITIVE_INFINITY
        : Date.now() + numberIn(values.minutes, 'minutes') * 60_000,
    databases,
  };
}

async function onDatabase(task: Task, database: DatabaseName): Promise<FuzzResult> {
  const setup = await openSetup(database, 'full');
  try {
    return await fuzz({ ...task, database, server: setup.server?.url, pause: 3_000 });
  } finally {
    await setup.close();
  }
}

async function run(task: Task): Promise<boolean> {
  const { seed, databases } = task;
  print(`Seed ${seed}.`);
  const results: [DatabaseName, FuzzResult][] = [];
  for (const [place, database] of databases.entries()) {
    // The time that is left is divided among the remaining databases.
    const until = Date.now() + (task.until - Date.now()) / (databases.length - place);
    const result = await onDatabase({ ...task, until }, database);
    for (const violation of result.violations) {
      print(`VIOLATION on ${database}, ${violation}`);
    }
    const again = `npm run fuzz -- --seed ${seed} --databases ${database} --first NUMBER --count 1`;
    if (result.violations.length > 0) print(`One request again: ${again}`);
    results.push([database, result]);
  }
  print(reportHead);
  for (const [database, result] of results) print(reportRow(database, result));
  print(`\n${statusTable(results.map(([, result]) => result))}`);
  print(
    `Load of the machine at the end: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}.`,
  );
  for (const [database, result] of results) {
    const kept = memoryFaults(result.memory);
    const memory = kept.length === 0 ? 'memory is back at its start' : kept.join(', ');
    print(`${database}: ${memory}; ${healthVerdict(result)}.`);
  }
  const leaks = results.flatMap(([, result]) => memoryFaults(result.memory));
  const violations = results.reduce((sum, [, result]) => sum + result.violations.length, leaks.length);
  print(`Seed ${seed}: ${violations} violations.`);
  return violations === 0;
}

let task: Task | undefined;
try {
  task = readTask(process.argv.slice(2));
} catch (error) {
  print(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 2;
}
if (task !== undefined && !(await run(task))) process.exitCode = 1;
