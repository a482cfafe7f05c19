/** Where the endpoints of a shipped profile have run, from its file `runs.yaml`: on a real ERP, on a double, or nowhere. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const runs = z.strictObject({
  /** The real ERP; left out if the profile has not run on one. `version`: for the table; `on`: product, version and environment, for the text. */
  real: z.strictObject({ version: z.string().min(1), on: z.string().min(1) }).optional(),
  /** What stands in for the ERP in the tests; left out if they use the real one. */
  double: z.string().min(1).optional(),
  /** Endpoints that have run on a double only, although the others ran on the real ERP, with the reason. */
  doubleOnly: z.record(z.string(), z.string()).default({}),
  /** Endpoints that have not run at all, with the reason. */
  notRun: z.record(z.string(), z.string()).default({}),
});

export type Runs = z.infer<typeof runs>;

/** Throws if the file is missing or invalid. */
export function readRuns(profileFolder: string): Runs {
  const file = join(profileFolder, 'runs.yaml');
  if (!existsSync(file)) throw new Error(`${file} is missing: it says where the endpoints of the profile have run.`);
  return runs.parse(parse(readFileSync(file, 'utf8')));
}

/** One cell of the matrix. */
export function runOf({ real, double, doubleOnly, notRun }: Runs, path: string): string {
  if (notRun[path] !== undefined) return 'not run';
  if (real !== undefined && doubleOnly[path] === undefined) return `real ERP (${real.version})`;
  return double === undefined ? 'not run' : 'double';
}
