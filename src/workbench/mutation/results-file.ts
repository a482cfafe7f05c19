/** The file of `engine test --mutate --resume`: one verdict a line, so that a run continues where an earlier one ended. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { stages, type Verdict } from './kill.ts';
import type { Mutant } from './mutants.ts';

const line = z.strictObject({
  key: z.string(),
  id: z.string(),
  verdict: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('killed'), stage: z.enum(stages), by: z.string() }),
    z.strictObject({
      kind: z.literal('survived'),
      shows: z.strictObject({ path: z.string(), text: z.string(), answer: z.string() }).optional(),
    }),
  ]),
});

/** What beside the mutant's text decides a verdict. */
interface Suite {
  /** Folders of the profile, of its base profiles and of overlays, with cases, fixture and double. */
  readonly folders: readonly string[];
  /** Texts of the base profiles. */
  readonly bases: readonly string[];
  /** Version of the program. */
  readonly version: string;
}

export interface KeptResults {
  /** The verdict of an earlier run over the same mutant, cases, fixture, double and program. */
  find(mutant: Pick<Mutant, 'text'>): Verdict | undefined;
  /** Appends a verdict to the file. Throws what the file system throws. */
  keep(mutant: Pick<Mutant, 'text' | 'id'>, verdict: Verdict): void;
}

/** Opens the file, which need not exist. A line that is cut, because a run was killed, is skipped. */
export function openKeptResults(file: string, suite: Suite): KeptResults {
  const digest = digestOf(suite);
  const mutantKey = ({ text }: Pick<Mutant, 'text'>): string =>
    createHash('sha256').update(digest).update(text).digest('hex');
  const verdicts = new Map<string, Verdict>();
  for (const text of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const read = line.safeParse(parsedJson(text));
    if (read.success) verdicts.set(read.data.key, read.data.verdict);
  }
  return {
    find: (mutant) => verdicts.get(mutantKey(mutant)),
    keep(mutant, verdict) {
      appendFileSync(file, `${JSON.stringify({ key: mutantKey(mutant), id: mutant.id, verdict })}\n`);
    },
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const suiteFiles = /^(cases|fixture|double(\.[a-z]+)?)$/;

function digestOf({ folders, bases, version }: Suite): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([version, bases]));
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(path).update(readFileSync(path));
  };
  for (const folder of folders)
    for (const name of readdirSync(folder).sort()) if (suiteFiles.test(name)) add(join(folder, name));
  return hash.digest();
}
