/** Claims in a source's database, in one transaction with their document: there is never a doubt to resolve. */
import { isDeepStrictEqual } from 'node:util';
import type { Installation } from '../../run/write/installation.ts';
import { createClaimAdmin } from '../../sources/sql/claims/claim-admin.ts';
import type { Claim } from '../../sources/sql/claims/claims-table.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import { type ClaimAdmin, undoubted } from './claim-admin.ts';
import { instant, writeInSource } from './write.ts';

/** Time limit of the database, in milliseconds. */
const callTimeoutMs = 30_000;

interface SourceClaimsInput {
  readonly name: string;
  readonly source: SqlSource;
  /** `name` or `schema.name`. */
  readonly table: string;
  readonly installation: Installation;
  /** Whether the claims of other installations are left out of lists. */
  readonly ownOnly: boolean;
  readonly serves: (endpoint: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The claims in the table of an SQL source. Each call has its own transaction or snapshot, with a deadline. */
export function sourceClaimAdmin(input: SourceClaimsInput): ClaimAdmin {
  const { name, source, table, installation, ownOnly, serves, now } = input;
  const claims = createClaimAdmin(table, source.databaseKind);
  const soon = () => ({ deadline: now() + callTimeoutMs });
  async function read(id: string) {
    const claim = await source.snapshot(soon(), (session) => claims.read(session, id));
    return claim && writeInSource(name, claim);
  }
  return {
    place: `the source "${name}"`,
    source: name,
    installation: installation.key,
    serves,
    read,
    async list(filter) {
      const label = ownOnly ? installation.label : undefined;
      const listedClaims = await source.snapshot(soon(), (session) => claims.list(session, filter, label));
      return listedClaims.map((claim) => writeInSource(name, claim));
    },
    async release(seen) {
      const { id } = seen;
      // The claim may have been released and written again since it was read: that document is a different one.
      const isAsSeen = (claim: Claim) => isDeepStrictEqual(writeInSource(name, claim), seen);
      const done = await source.transaction(soon(), (session) => claims.release(session, id, instant(now()), isAsSeen));
      if (done.kind === 'absent') return { kind: 'absent' };
      const before = writeInSource(name, done.claim);
      switch (done.kind) {
        case 'free':
          return { kind: 'unneeded', write: before };
        case 'overtaken':
          return { kind: 'overtaken', write: before };
        case 'released':
          return { kind: 'changed', after: (await read(id)) ?? before };
      }
    },
    async resolve({ id }) {
      const write = await read(id);
      return write === undefined ? { kind: 'absent' } : { kind: 'refused', write, reason: undoubted(write) };
    },
  };
}
