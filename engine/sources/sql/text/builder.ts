/** The library that writes the statements of the store and of claims. A service loads it for the kinds of database that it uses. */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';

/** Creates a builder without a connection at the first call; further calls return the same one. */
export function lazyBuilder(config: Knex.Config): () => Knex {
  let builder: Knex | undefined;
  return () => {
    if (builder !== undefined) return builder;
    const library: typeof import('knex') = createRequire(import.meta.url)('knex');
    builder = library.knex(config);
    return builder;
  };
}
