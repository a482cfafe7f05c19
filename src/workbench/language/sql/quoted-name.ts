/** Names of tables and columns as a statement writes them. */
import type { DatabaseKind } from '../../../../engine/index.ts';

/** The name, in quotes where the database would read it otherwise without them. Reserved words get none. */
export function quotedName({ dialect }: DatabaseKind, name: string): string {
  const isFolded = dialect.exactNames && name !== name.toLowerCase();
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !isFolded ? name : dialect.quote(name);
}
