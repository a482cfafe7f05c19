/** Companies in the store, and the log of their changes. A change is on disk before the call returns. */
import { randomUUID } from 'node:crypto';
import type { Row, SqlSession } from '../../../engine/host/index.ts';
import { Secret, SourceError } from '../../../engine/index.ts';
import type { Cipher } from './cipher.ts';
import { changeRow, companyStatements } from './company-statements.ts';
import { lostRace } from './database.ts';
import { digestOf, type StoreAccess } from './store-access.ts';

/** Time-out of one call, in milliseconds. No request of the platform waits for it. */
const timeoutMs = 5_000;
/** Attempts at a change: of the processes that make their first change at the same time, one succeeds at each attempt. */
const attempts = 5;

export const companyStates = ['active', 'suspended'] as const;
export type CompanyState = (typeof companyStates)[number];

/** A company as it is stored. */
export interface StoredCompany {
  readonly name: string;
  /** JSON: an entry of `services` without its keys. */
  readonly entry: string;
  /** JSON: the digests of its API keys, as in `keys`. */
  readonly keys: string;
  /** Environment variables. Undefined if another key than that of this process has encrypted them. */
  readonly variables: Readonly<Record<string, Secret>> | undefined;
  readonly state: CompanyState;
  /** The number of the change that made it, counted over all companies: a company that is removed and added again has another one. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The columns `action` and `via` have up to ten characters. */
export const auditActions = ['added', 'changed', 'suspended', 'resumed', 'removed', 'key', 'link'] as const;
export type AuditAction = (typeof auditActions)[number];
export const auditWays = ['api', 'cli'] as const;

/** A change of a company. */
export interface AuditEntry {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  /** The name of the credential, or the user of the operating system. */
  readonly actor: string;
  readonly via: (typeof auditWays)[number];
  readonly action: AuditAction;
  readonly name: string;
  /** After the change; of a removed company the last one. */
  readonly revision: number;
  readonly requestId: string;
  /** JSON without secrets: what was before, and what is after it. */
  readonly details: string;
}

interface AuditQuery {
  readonly company?: string | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds since the epoch, exclusive. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** What a change sees and does. No other change runs at the same time. */
export interface CompanyTransaction {
  /** The number of this change. */
  readonly number: number;
  list(): Promise<readonly StoredCompany[]>;
  insert(company: StoredCompany): Promise<void>;
  update(company: StoredCompany): Promise<void>;
  remove(name: string): Promise<void>;
  record(entry: Omit<AuditEntry, 'id'>): Promise<void>;
}

/** All functions reject with `SourceError`; while the store is known to be unreachable, immediately. */
export interface CompanyStore {
  /** The number of changes so far: by it a replica decides whether to read the companies again. */
  mark(): Promise<number>;
  /** By name. */
  list(): Promise<readonly StoredCompany[]>;
  /** Runs `work` in a transaction, alone among the changes of all processes. Another attempt runs it again. */
  change<T>(work: (transaction: CompanyTransaction) => Promise<T>): Promise<T>;
  /** Newest first. */
  audit(query: AuditQuery): Promise<readonly AuditEntry[]>;
  /** 16 hexadecimal digits that are equal for equal values of a variable; without the store's key they reveal nothing. */
  fingerprint(name: string, variable: string, value: Secret): string;
  /** Deletes what the log has from before a time, in milliseconds since the epoch. */
  forget(until: number): Promise<void>;
}

const sealName = (name: string): string => `company ${digestOf(name)}`;

/** Companies in a migrated store. */
export function createCompanyStore(
  access: Pick<StoreAccess, 'databaseKind' | 'read' | 'transaction'>,
  cipher: Cipher,
): CompanyStore {
  const statements = companyStatements(access.databaseKind);

  function variablesOf(name: string, sealed: string): StoredCompany['variables'] {
    if (sealed === '') return {};
    try {
      const values: unknown = JSON.parse(cipher.open(sealName(name), sealed).reveal());
      if (typeof values !== 'object' || values === null) return undefined;
      return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, new Secret(String(value))]));
    } catch (error) {
      if (error instanceof SourceError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  function sealed(name: string, variables: StoredCompany['variables']): string {
    if (variables === undefined) throw new Error('invariant: variables that cannot be read are not written');
    const values = Object.entries(variables).map(([key, value]) => [key, value.reveal()]);
    return values.length === 0
      ? ''
      : cipher.seal(sealName(name), new Secret(JSON.stringify(Object.fromEntries(values))));
  }

  const companyOf = (row: Row): StoredCompany => {
    const name = String(row.name);
    return {
      name,
      entry: String(row.entry),
      keys: String(row.keys),
      variables: variablesOf(name, String(row.variables)),
      state: row.state === 'suspended' ? 'suspended' : 'active',
      revision: Number(row.revision),
      changedAt: Number(row.changedAt),
    };
  };

  const companiesOf = (rows: readonly Row[]): readonly StoredCompany[] =>
    rows.map(companyOf).sort((a, b) => (a.name < b.name ? -1 : 1));

  const valuesOf = ({ variables, ...company }: StoredCompany) => ({
    ...company,
    id: digestOf(company.name),
    variables: sealed(company.name, variables),
  });

  /** The lock of the row makes other changes wait until the end of the transaction. */
  async function advance(session: SqlSession): Promise<number> {
    const row = { row: changeRow };
    if ((await session.execute(statements.advance(row))).affected === 0) await session.execute(statements.begin(row));
    return Number((await session.execute(statements.mark(row))).rows[0]?.revision);
  }

  const transactionOn = (session: SqlSession, number: number): CompanyTransaction => ({
    number,
    list: async () => companiesOf((await session.execute(statements.list({}))).rows),
    async insert(company) {
      await session.execute(statements.insert(valuesOf(company)));
    },
    async update(company) {
      await session.execute(statements.update(valuesOf(company)));
    },
    async remove(name) {
      await session.execute(statements.remove({ id: digestOf(name) }));
    },
    async record(entry) {
      await session.execute(statements.record({ ...entry, id: randomUUID(), company: digestOf(entry.name) }));
    },
  });

  async function attempt<T>(work: (transaction: CompanyTransaction) => Promise<T>, left: number): Promise<T> {
    try {
      return await access.transaction(
        async (session) => {
          const number = await advance(session);
          return work(transactionOn(session, number));
        },
        'durable',
        timeoutMs,
      );
    } catch (error) {
      if (left > 1 && lostRace(error)) return attempt(work, left - 1);
      throw error;
    }
  }

  return {
    async mark() {
      const [row] = await access.read(statements.mark({ row: changeRow }), timeoutMs);
      return row === undefined ? 0 : Number(row.revision);
    },
    list: async () => companiesOf(await access.read(statements.list({}), timeoutMs)),
    change: (work) => attempt(work, attempts),
    async audit({ company, since, before, limit }) {
      const conditions = {
        company: company !== undefined,
        since: since !== undefined,
        before: before !== undefined,
        limit,
      };
      const values = {
        company: company === undefined ? null : digestOf(company),
        since: since ?? null,
        before: before ?? null,
      };
      return (await access.read(statements.audit(conditions)(values), timeoutMs)).map(auditEntryOf);
    },
    fingerprint: (name, variable, value) => cipher.fingerprint(`${sealName(name)} ${variable}`, value),
    async forget(until) {
      await access.transaction((session) => session.execute(statements.forget({ until })), 'relaxed', timeoutMs);
    },
  };
}

function auditEntryOf(row: Row): AuditEntry {
  return {
    id: String(row.id),
    changedAt: Number(row.changedAt),
    actor: String(row.actor),
    via: auditWays.find((way) => way === row.via) ?? 'cli',
    action: auditActions.find((action) => action === row.action) ?? 'changed',
    name: String(row.name),
    revision: Number(row.revision),
    requestId: String(row.requestId),
    details: String(row.details),
  };
}
