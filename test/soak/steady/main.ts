/**
 * `npm run soak:steady`: valid reads and writes at a steady rate, with the memory and the handles of the service every minute. See docs/reliability.md.
 * Exit status 1 if something grows, or if an answer does not follow the contract.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { databaseNames } from '../row.ts';
import { openSetup } from '../setup.ts';
import { type Sample, steady } from './run.ts';
import { reportHead, reportRow, verdicts } from './verdict.ts';

const usage = `npm run soak:steady -- [options]
  --minutes N         duration (30)
  --rate N            requests per second (50)
  --database NAME     postgres, mysql or sqlite (postgres)
  --seed N            chooses the requests (1)
`;

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

function numberIn(text: string, name: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new Error(`--${name} is a positive number, not "${text}".`);
  return value;
}

function readTask(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: {
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: '50' },
      database: { type: 'string', default: 'postgres' },
      seed: { type: 'string', default: '1' },
    },
  });
  const database = databaseNames.find((name) => name === values.database);
  if (database === undefined) throw new Error(`The databases are ${databaseNames.join(', ')}.`);
  const minutes = numberIn(values.minutes, 'minutes');
  return { database, minutes, rate: numberIn(values.rate, 'rate'), seed: numberIn(values.seed, 'seed') };
}

async function run({ database, ...task }: ReturnType<typeof readTask>): Promise<boolean> {
  print(`${task.rate} requests a second on ${database} for ${task.minutes} minutes, seed ${task.seed}.\n`);
  const setup = await openSetup(database, 'full');
  const samples: Sample[] = [];
  print(reportHead);
  try {
    const { violations } = await steady({ ...task, database, server: setup.server?.url }, (sample) => {
      samples.push(sample);
      print(reportRow(sample));
    });
    for (const violation of violations) print(`VIOLATION: ${violation}`);
    const judged = verdicts(samples);
    print(
      `\nLoad of the machine at the end: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(', ')}.`,
    );
    for (const { text } of judged) print(text);
    return violations.length === 0 && judged.every(({ isFlat }) => isFlat);
  } finally {
    await setup.close();
  }
}

let task: ReturnType<typeof readTask> | undefined;
try {
  task = readTask(process.argv.slice(2));
} catch (error) {
  print(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 2;
}
if (task !== undefined && !(await run(task))) process.exitCode = 1;
