/** The arguments of `npm run soak`. */
import { parseArgs } from 'node:util';
import { type PlantName, plantNames } from './plants.ts';
import { type DatabaseName, databaseNames, type Row } from './row.ts';

export interface Task {
  readonly seed: number | undefined;
  readonly quick: boolean;
  /** Milliseconds. */
  readonly time: number;
  readonly rows: readonly Row[];
  readonly databases: readonly DatabaseName[];
  /** Progress file. */
  readonly resume: string | undefined;
  /** The one case to run. */
  readonly only: number | undefined;
  readonly plant: PlantName | undefined;
}

export const usage = `npm run soak -- [options]
  --seed N            chooses the faults; printed at the start
  --quick             a few cases of each row
  --hours N           stops after this time (or --minutes N); without it the run goes on to the full volumes
  --rows A,B          these rows alone (or --row A)
  --databases A,B     of postgres, mysql, sqlite
  --resume FILE       goes on where the runs of this file ended, and keeps its progress there
  --case N            runs one case of each row alone
  --plant NAME        gives all engines a bug, which has to be found
`;

/** The known ones among `names`, in their order; throws where one is unknown. */
function chosen<T>(names: string | undefined, items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  if (names === undefined) return items;
  const wanted = names.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !items.some((item) => nameOf(item) === name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${items.map(nameOf).join(', ')}.`);
  return items.filter((item) => wanted.includes(nameOf(item)));
}

function numberIn(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new Error(`--${name} is a number, not "${text}".`);
  return value;
}

/** Reads the command line. Throws with a sentence where it is wrong. */
export function readTask(words: readonly string[], rows: readonly Row[]): Task {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seed: { type: 'string' },
      quick: { type: 'boolean' },
      hours: { type: 'string' },
      minutes: { type: 'string' },
      rows: { type: 'string' },
      row: { type: 'string' },
      databases: { type: 'string' },
      resume: { type: 'string' },
      case: { type: 'string' },
      plant: { type: 'string' },
    },
  });
  const minutes =
    numberIn(values.minutes, 'minutes') ?? (numberIn(values.hours, 'hours') ?? Number.POSITIVE_INFINITY) * 60;
  const [plant] = values.plant === undefined ? [] : chosen(values.plant, plantNames, String);
  return {
    seed: numberIn(values.seed, 'seed'),
    quick: values.quick === true,
    time: minutes * 60_000,
    rows: chosen(values.rows ?? values.row, rows, ({ name }) => name),
    databases: chosen(values.databases, databaseNames, String),
    resume: values.resume,
    only: numberIn(values.case, 'case'),
    plant,
  };
}
