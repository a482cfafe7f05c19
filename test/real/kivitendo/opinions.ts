/** What scripts of the folder `perl` print about reads. */
import { z } from 'zod';
import type { Opinion } from '../erp.ts';

const opinion: z.ZodType<Opinion> = z.object({
  path: z.string(),
  request: z.record(z.string(), z.unknown()),
  answer: z.record(z.string(), z.unknown()),
});

/** `output`: lines, of which those that begin with a brace are opinions. Throws if one is not. */
export const opinionsIn = (output: string): readonly Opinion[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => opinion.parse(JSON.parse(line)));
