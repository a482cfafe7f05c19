/** A source of any type; `kind` discriminates the types. */
import type { HttpSource } from '../sources/http-source.ts';
import type { SqlSource } from '../sources/sql/kind.ts';

export type AnySource = SqlSource | HttpSource;
