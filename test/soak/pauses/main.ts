/** `npm run soak:pauses`: stops services while they write over HTTP, and counts second documents. See docs/reliability.md. */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../support/postgres-server.ts';
import { type PauseFigures, runPauses } from './pauses.ts';

const usage = `npm run soak:pauses -- [options]
  --pauses N     how many (500)
  --stopped N    services that are stopped at the same time (8)
  --writes N     writes of a service when it is stopped (6)
  --seed N       chooses the moments (1)
`;

const print = (text: string): boolean => process.stdout.write(`${text}\n`);

function numberIn(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new Error(`--${name} is a positive whole number, not "${text}".`);
  return value;
}

const shown = ({ pauses, writes, second, late, reported, wrong }: PauseFigures): string =>
  `${pauses} pauses, ${writes} writes: ${second} second documents, ${late} writes sent after a pause, ${reported} reported, ${wrong} wrong answers`;

async function run(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      pauses: { type: 'string', default: '500' },
      stopped: { type: 'string', default: '8' },
      writes: { type: 'string', default: '6' },
      seed: { type: 'string', default: '1' },
    },
  });
  const task = {
    pauses: numberIn(values.pauses, 'pauses'),
    stopped: numberIn(values.stopped, 'stopped'),
    writes: numberIn(values.writes, 'writes'),
    seed: numberIn(values.seed, 'seed'),
  };
  process.setMaxListeners(100);
  const server = await startPostgres();
  try {
    const { second, wrong } = await runPauses({ ...task, server: server.url }, (figures) => print(shown(figures)));
    return second === 0 && wrong === 0;
  } finally {
    await server.stop();
  }
}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 2;
}
