/** Bugs that the engines of a run can be given, to see that the harness finds them. Nothing but the harness can switch them on. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Plant {
  /** Path of the built file from the root of the project. */
  readonly file: string;
  /** Each text occurs in the file exactly once. */
  readonly changes: readonly { readonly from: string; readonly to: string }[];
}

export const plantNames = ['claim-dropped', 'resend-on-time-out', 'tainted-connection'] as const;
export type PlantName = (typeof plantNames)[number];

export const plants: Readonly<Record<PlantName, Plant>> = {
  /** A write goes on without a claim. */
  'claim-dropped': {
    file: 'dist/engine/sources/sql/claims.js',
    changes: [
      { from: 'const mark = randomInt(2 ** 47);', to: 'return true; const mark = 0;' },
      { from: 'const { affected } = await session.execute(update({ id, result }));', to: 'const affected = 1;' },
    ],
  },
  /** A write whose connection was lost is run again, without a look at what the first attempt has left. */
  'resend-on-time-out': {
    file: 'dist/engine/run/write/write.js',
    changes: [
      {
        from: 'attempt(work, key, session, context, way)',
        to: 'attempt(work, number === 1 ? key : { ...key, claim: key.claim.slice(1) + number }, session, context, { ...way, again: number > 1 })',
      },
      { from: 'const before = await look();', to: 'const before = way.again ? [] : await look();' },
      { from: 'adopted ?? own(await look())', to: 'adopted ?? (await look()).at(-1)' },
    ],
  },
  /** A connection in an unknown state goes back to the pool. */
  'tainted-connection': {
    file: 'dist/engine/sources/sql/postgresPool.js',
    changes: [{ from: "lost || closed || place.client?.getTransactionStatus() !== 'I'", to: 'closed' }],
  },
};

const root = join(import.meta.dirname, '../..');

/** Absolute address of the changed file, as modules are named. */
export const plantedUrl = (name: PlantName): string => pathToFileURL(join(root, plants[name].file)).href;

/** Flags for Node that load a service with the bug; none without one. */
export function plantFlags(name: PlantName | undefined): readonly string[] {
  if (name === undefined) return [];
  return ['--import', `${pathToFileURL(join(import.meta.dirname, 'plant-loader.ts')).href}?plant=${name}`];
}

/** The file's text with the bug. Throws where a text does not occur exactly once: the plant has to follow the engine. */
export function planted(name: PlantName, source: string): string {
  return plants[name].changes.reduce((text, { from, to }) => {
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`The plant ${name} finds ${parts.length - 1} times: ${from}`);
    return parts.join(to);
  }, source);
}
