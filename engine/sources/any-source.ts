/** A source of either kind; `kind` tells which. */
import type { HttpSource } from './http-source.ts';
import type { SqlSource } from './source.ts';

export type AnySource = SqlSource | HttpSource;
