/** What the tests have measured of a shipped profile, kept beside it for the page on the profiles. A test holds each figure. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const count = z.int().min(0);

const figures = z.strictObject({
  /** Cases that hold, and points of the profile that they reach. */
  cases: z.strictObject({ held: count, reached: count, points: count }).optional(),
  /** Checks of `engine test --conformance`. */
  conformance: z.strictObject({ held: count, notShown: count, notApplicable: count }).optional(),
});

export type Figures = z.infer<typeof figures>;

export const figuresFile = (profileFolder: string): string => join(profileFolder, 'figures.json');

/** Nothing where the profile has none. Throws where the file does not hold to its form. */
export function readFigures(profileFolder: string): Figures {
  const file = figuresFile(profileFolder);
  return existsSync(file) ? figures.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}
