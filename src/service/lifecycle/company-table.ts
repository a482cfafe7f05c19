/** The companies in the table of the store: read at the start, and again when their number of changes has changed. */
import { SourceError } from '../../../engine/index.ts';
import { storedEntryOf } from '../companies/company-faults.ts';
import type { StoredEntry } from '../config/stored-entries.ts';
import type { Emit } from '../events/events.ts';
import type { CompanyStore } from '../state/companies.ts';

/** Time between two looks into the store, in milliseconds: each is one read of one row. */
const intervalMs = 1_000;
/** Time between two deletions of old changes from the log, in milliseconds. */
const forgetMs = 3_600_000;
const dayMs = 86_400_000;

export interface CompanyTable {
  /** Those that were read last; undefined until they could be read for the first time. */
  rows(): readonly StoredEntry[] | undefined;
  /** Looks for changes now, and resolves to the names of the changed entries. An unavailable store has none. */
  look(): Promise<ReadonlySet<string>>;
  /** Looks once a second, and deletes old changes from the log. The returned function ends that. */
  watch(onChange: (names: ReadonlySet<string>) => void): () => Promise<void>;
}

interface TableOptions {
  readonly companies: CompanyStore;
  /** How long the log of changes is kept. */
  readonly auditDays: number;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Nothing is read before the first look. */
export function createCompanyTable({ companies, auditDays, emit, now }: TableOptions): CompanyTable {
  let mark: number | undefined;
  let entries: ReadonlyMap<string, StoredEntry> | undefined;
  let looking: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let forgottenAt: number | undefined;

  async function lookNow(): Promise<ReadonlySet<string>> {
    try {
      // Before the list: a change meanwhile is then noticed by the next look.
      const current = await companies.mark();
      if (current === mark && entries !== undefined) return new Set();
      const before = entries ?? new Map<string, StoredEntry>();
      // An unchanged entry keeps its object, for which more is kept.
      const fresh = (await companies.list()).map((company) => {
        const last = before.get(company.name);
        return last?.revision === company.revision ? last : storedEntryOf(company);
      });
      entries = new Map(fresh.map((entry) => [entry.name, entry]));
      mark = current;
      const changed = fresh.filter((entry) => before.get(entry.name) !== entry).map(({ name }) => name);
      const removed = [...before.keys()].filter((name) => entries?.has(name) === false);
      return new Set([...changed, ...removed]);
    } catch (error) {
      // The store reports that it cannot be used.
      if (!(error instanceof SourceError)) emit({ level: 'error', event: 'bug', error });
      return new Set();
    }
  }

  async function forgetOld(): Promise<void> {
    if (forgottenAt !== undefined && now() - forgottenAt < forgetMs) return;
    forgottenAt = now();
    try {
      await companies.forget(now() - auditDays * dayMs);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
    }
  }

  /** One look at a time. */
  const look = (): Promise<ReadonlySet<string>> => {
    looking = looking.then(lookNow);
    return looking;
  };

  return {
    rows: () => entries && [...entries.values()],
    look,
    watch(onChange) {
      let isEnded = false;
      const once = async (): Promise<void> => {
        const wasRead = entries !== undefined;
        const names = await look();
        if (isEnded) return;
        if (names.size > 0 || (!wasRead && entries !== undefined)) onChange(names);
        await forgetOld();
      };
      let running: Promise<void> = Promise.resolve();
      const timer = setInterval(() => {
        running = running.then(once).catch((error: unknown) => emit({ level: 'error', event: 'bug', error }));
      }, intervalMs).unref();
      return async () => {
        isEnded = true;
        clearInterval(timer);
        await running;
      };
    },
  };
}
