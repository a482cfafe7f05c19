/** Test results of a shipped profile in its file figures.json, for docs/profiles.md. A test compares each figure with the actual result. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const count = z.int().min(0);

const checks = z.strictObject({ passed: count, notTested: count, notApplicable: count });

const figures = z.strictObject({
  /** Passed cases, and their coverage: reached points of all points of the profile. */
  cases: z.strictObject({ passed: count, reached: count, points: count }).optional(),
  /** Checks of `engine test --conformance`. */
  conformance: checks.optional(),
  /** Checks of `engine test --conformance --live` on the real ERP, which only read. */
  live: checks.optional(),
});

export type Figures = z.infer<typeof figures>;

/** The path of the file, which may not exist. */
export const figuresFile = (profileFolder: string): string => join(profileFolder, 'figures.json');

/** The figures of a profile; empty without a file. Throws if the file is invalid. */
export function readFigures(profileFolder: string): Figures {
  const file = figuresFile(profileFolder);
  return existsSync(file) ? figures.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}
