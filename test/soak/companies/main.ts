/** `npm run soak -- --companies`: the day of an operator with many companies. See docs/reliability.md. Exit status 1 if a request was lost, a document doubled, or memory grew. */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { reportOf } from './report.ts';
import { type SimulationOptions, simulate } from './simulate.ts';

export const companiesUsage = `npm run soak -- --companies [N] [options]
  --companies N       that many companies (1000)
  --minutes N         length of the day (10)
  --rate N            requests per second at noon (40)
  --kill-seconds N    time between two kills of a replica (60)
  --seed N            chooses the requests (1)
`;

export type CompaniesTask = Omit<SimulationOptions, 'print'>;

/** Reads the words of the command line; undefined if they ask for other rows. Throws with a sentence if they are wrong. */
export function readCompaniesTask(words: readonly string[]): CompaniesTask | undefined {
  if (!words.includes('--companies')) return undefined;
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      companies: { type: 'boolean' },
      minutes: { type: 'string', default: '10' },
      rate: { type: 'string', default: '40' },
      'kill-seconds': { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  });
  const positive = (text: string, name: string): number => {
    const value = Number(text);
    if (!Number.isFinite(value) || value <= 0) throw new Error(`--${name} is a positive number, not "${text}".`);
    return value;
  };
  return {
    companies: positive(positionals[0] ?? '1000', 'companies'),
    minutes: positive(values.minutes, 'minutes'),
    rate: positive(values.rate, 'rate'),
    killSeconds: positive(values['kill-seconds'], 'kill-seconds'),
    seed: positive(values.seed, 'seed'),
  };
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Runs the day and prints its figures. Whether no request was lost, no document doubled, and memory is flat. */
export async function runCompanies(task: CompaniesTask): Promise<boolean> {
  const { text, isGood } = reportOf(await simulate({ ...task, print }));
  print(`${text}\nLoad of the machine at the end: ${loadavg()[0]?.toFixed(1)}.`);
  return isGood;
}
