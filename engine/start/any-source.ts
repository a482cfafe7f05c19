/** A source of either sort; `kind` tells which. */
import type { HttpSource } from '../sources/http-source.ts';
import type { SqlSource } from '../sources/sql/kind.ts';

export type AnySource = SqlSource | HttpSource;
