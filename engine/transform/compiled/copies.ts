/** Copies of the functions that evaluate the most frequent nodes; forms.ts says why there are several. */
import { extname } from 'node:path';

type Forms = typeof import('./forms.ts');

/**
 * More than an expression has nodes of most kinds. Nodes of different expressions share a copy: V8 tells up to four types apart, and few expressions are
 * evaluated often.
 */
const count = 16;

async function load(copy: number): Promise<Forms> {
  // The query makes it another module with the same text.
  const url = new URL(`./forms${extname(import.meta.url)}?copy=${copy}`, import.meta.url);
  return import(/* @vite-ignore */ url.href);
}

const copies = await Promise.all(Array.from({ length: count }, (_, copy) => load(copy)));

/** Number of nodes by kind that have a copy. */
const used = new Map<keyof Forms, number>();

/** The function for the next node of this kind. */
export function form<Kind extends keyof Forms>(kind: Kind): Forms[Kind] {
  const number = used.get(kind) ?? 0;
  used.set(kind, number + 1);
  const copy = copies[number % count];
  if (copy === undefined) throw new Error('There are no copies of forms.ts.');
  return copy[kind];
}
