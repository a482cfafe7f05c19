/** What the runs of one progress file have done, by row and database. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const entrySchema = z.strictObject({
  /** Number of the next case. */
  next: z.int(),
  /** Cases of the full volume. */
  full: z.number(),
  /** Cases done; a brief one counts for its share. */
  done: z.number(),
  writes: z.int(),
  faults: z.record(z.string(), z.int()),
  violations: z.array(z.string()),
  recoveryMs: z.number(),
});
const progressSchema = z.strictObject({ seed: z.int(), entries: z.record(z.string(), entrySchema) });

export type Entry = z.infer<typeof entrySchema>;
export type Progress = z.infer<typeof progressSchema>;

export const emptyEntry: Entry = {
  next: 0,
  full: 0,
  done: 0,
  writes: 0,
  faults: {},
  violations: [],
  recoveryMs: 0,
};

export const entryName = (row: string, database: string): string => `${row} on ${database}`;

/** The file's progress; undefined where it is missing. Throws where it is something else. */
export function readProgress(file: string): Progress | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = progressSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is not the progress of a soak: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Whole or not at all: a run may be ended at any moment. */
export function writeProgress(file: string, progress: Progress): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(progress, undefined, 2)}\n`);
  renameSync(`${file}.new`, file);
}
