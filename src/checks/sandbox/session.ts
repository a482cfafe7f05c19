/** One run of the sandbox: where checks are made, and what they have learned of the ERP for those that follow. */
import type { AnswerOf, Path } from '../../contract/types.ts';
import type { Caller } from '../validation/caller.ts';
import { keyFor } from '../validation/caller.ts';
import type { Check, CheckOutcome } from './check.ts';
import { createProbe, Ended, type Probe } from './probe.ts';

type Row<P extends Path, K extends keyof AnswerOf<P>> = AnswerOf<P>[K] extends readonly (infer R)[] ? R : never;
export type Customer = Row<'/catalog/customers/search', 'hits'>;
export type Product = Row<'/catalog/products/search', 'hits'>;
export type Debtor = Row<'/debtors/list', 'debtors'>;
export type Invoice = Row<'/invoices/list', 'invoices'>;

/** An identifier, SKU and name that no ERP has. */
export const nobody = 'no-such-record-7f3a';

/** What the ERP has, found through the contract. */
export interface Known {
  customers: readonly Customer[];
  products: readonly Product[];
  debtors: readonly Debtor[];
  invoices: readonly Invoice[];
}

/** What the sandbox is told, since it cannot or must not find it out. */
export interface SandboxSettings {
  /** Documents may be written into the ERP. */
  readonly writes: boolean;
  /** `erpId` of the customer that is asked about. */
  readonly customer: string | undefined;
  /** The SKU that is asked about, and ordered in drafts. */
  readonly sku: string | undefined;
  /** `erpDebtorId` of the debtor that invoices are pushed for. */
  readonly debtor: string | undefined;
  /** Currency of drafts, and of pushed invoices where the debtor has none yet. */
  readonly currency: string;
  /** The article of the sample draft. */
  readonly demoSku: string;
  /** Pages of a full sync that are read at most. */
  readonly maxPages: number;
}

export interface Session {
  readonly caller: Caller;
  readonly settings: SandboxSettings;
  readonly known: Known;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A document number that no run has used before. */
  readonly fresh: (prefix: string) => string;
  /** Makes a check about `path`. What it needs and does not get ends it early, see `Probe`. */
  check(path: Path, title: string, make: (probe: Probe) => Promise<void>): Promise<void>;
  /** The same session under the name of another scenario. */
  scenario(name: string): Session;
}

export interface SessionInput {
  readonly caller: Caller;
  readonly settings: SandboxSettings;
  readonly now: () => number;
  /** Called for each check as it is done. */
  readonly done: (check: Check) => void;
}

/** Checks in a row without an answer, after which none is expected any more. */
const mostSilent = 3;

export function openSession(input: SessionInput): Session {
  const { caller, settings, now, done } = input;
  const known: Known = { customers: [], products: [], debtors: [], invoices: [] };
  // Numbers must be new on each run against the same ERP, so they come from the clock.
  const run = now().toString(36).toUpperCase();
  let numbers = 0;
  let down: string | undefined;
  let silent = 0;
  const fresh = (prefix: string): string => {
    numbers += 1;
    return `${prefix}${run}${numbers.toString(36).toUpperCase().padStart(2, '0')}`;
  };
  async function outcomeOf(path: Path, probe: Probe, make: (probe: Probe) => Promise<void>): Promise<CheckOutcome> {
    if (down !== undefined) return { kind: 'unreached', reason: `The service gives no answer: ${down}` };
    if (keyFor(caller.keys, path) === undefined) return { kind: 'unreached', reason: 'No key of this app is given.' };
    try {
      await make(probe);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      if (error.reason !== undefined && probe.findings.length === 0) return { kind: 'unreached', reason: error.reason };
    }
    const { findings, exchanges } = probe;
    return findings.length === 0 ? { kind: 'passed' } : { kind: 'failed', findings, exchanges };
  }
  const named = (scenario: string): Session => ({
    caller,
    settings,
    known,
    now,
    fresh,
    scenario: named,
    async check(path, title, make) {
      const started = performance.now();
      const probe = createProbe(caller, path);
      const outcome = await outcomeOf(path, probe, make);
      if (probe.exchanges.length > 0) silent = probe.silence === undefined ? 0 : silent + 1;
      // A service that cannot be reached would make each further check wait for its time-out.
      if (path === '/health' || silent === mostSilent) down ??= probe.silence;
      done({ scenario, path, title, outcome, notes: probe.notes, ms: performance.now() - started });
      for (const { path: helper, findings, exchange } of probe.strays) {
        const failed: CheckOutcome = { kind: 'failed', findings, exchanges: [exchange] };
        done({ scenario, path: helper, title: `its answer during: ${title}`, outcome: failed, notes: [], ms: 0 });
      }
    },
  });
  return named('');
}
