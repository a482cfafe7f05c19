/** Pages of long lists. */
import { z } from 'zod';

/** Names in one answer. */
const pageSize = 250;

/** Of the input of a tool that lists names. */
export const pageInput = z.int().min(1).default(1).describe(`Page of names, ${pageSize} each`);

/** Of the output of such a tool. */
export const pageOutput = z.strictObject({
  matching: z.int(),
  all: z.int(),
  page: z.int(),
  pages: z.int().describe('0: the matches are few, and are described'),
});

/** The items of a page, from 1, and the number of pages. */
export const pageOf = <T>(
  items: readonly T[],
  page: number,
): { readonly items: readonly T[]; readonly pages: number } => ({
  items: items.slice((page - 1) * pageSize, page * pageSize),
  pages: Math.ceil(items.length / pageSize),
});
