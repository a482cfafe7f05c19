/** Runs one file of cases through an engine over the fixture: the way that requests of the platform go. */
import { dirname } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import {
  type Contract,
  type DeclaredSource,
  type Difference,
  type Engine,
  judge,
  type LoadedCase,
  type LoadedCases,
  openEngine,
  type RanStatement,
} from '../../engine/index.ts';
import { refusalOf } from '../server/refusal.ts';
import { openStore } from '../state/store.ts';
import { makeFixture } from './fixture.ts';

/** What came of one case. */
export interface CaseResult {
  readonly one: LoadedCase;
  /** None: it holds. */
  readonly differences: readonly Difference[];
  /** What went to the databases. */
  readonly statements: readonly RanStatement[];
  readonly ms: number;
}

export type FileResult =
  | { readonly kind: 'ran'; readonly results: readonly CaseResult[] }
  /** The profile or the fixture is at fault. `sources` holds the texts that the diagnostics point into. */
  | {
      readonly kind: 'refused';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  /** Nothing was proved: there is no database of this kind to run on. */
  | { readonly kind: 'unproven'; readonly reason: string };

export interface FileRun {
  readonly contract: Contract;
  readonly profileFile: string;
  readonly profileName: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly sources: readonly DeclaredSource[];
  readonly loaded: LoadedCases;
  /** True for the cases that are wanted; those before them in the file run too, since they may have written. */
  readonly wanted: (one: LoadedCase) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Milliseconds that one case may take. */
const patience = 30_000;

/** Opens an engine over a fixture of its own, runs the cases in order, and removes all again. */
export async function runFile(run: FileRun): Promise<FileResult> {
  const made = makeFixture(dirname(run.profileFile), run.sources);
  if (!made.ok) return { kind: 'unproven', reason: made.reason };
  const { fixture } = made;
  const statements: RanStatement[] = [];
  let time = run.loaded.now;
  const store = await openStore({ address: fixture.store, emit: () => undefined, now: run.now });
  if (!store.ok) throw new Error(store.diagnostic.message);
  const { bookmarks, versions, claims } = store.store;
  try {
    const opened = await openEngine({
      contract: run.contract,
      profileFile: run.profileFile,
      profileName: run.profileName,
      environment: run.environment,
      installation: 'test',
      demoSku: undefined,
      bookmarks,
      versions,
      durable: { claims, clock: run.now },
      emit: () => undefined,
      now: run.now,
      trial: {
        connections: fixture.connections,
        observe: (ran) => void statements.push(ran),
        documentTime: () => time ?? run.now(),
        clock: run.now,
        tables: 'made',
      },
    });
    if (!opened.ok) return { kind: 'refused', diagnostics: opened.diagnostics, sources: opened.sources };
    const { engine } = opened;
    try {
      const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
      if (diagnostics.length > 0) return { kind: 'refused', diagnostics, sources: opened.sources };
      const results: CaseResult[] = [];
      for (const one of run.loaded.cases) {
        time = one.now === undefined ? run.loaded.now : Date.parse(one.now);
        statements.length = 0;
        const started = run.now();
        const differences = await runCase(engine, run, one);
        if (run.wanted(one)) results.push({ one, differences, statements: [...statements], ms: run.now() - started });
      }
      return { kind: 'ran', results };
    } finally {
      await engine.close();
    }
  } finally {
    await store.store.close();
    fixture.drop();
  }
}

async function runCase(engine: Engine, { contract, now }: FileRun, one: LoadedCase): Promise<readonly Difference[]> {
  const body = { schemaVersion: contract.version, ...one.request };
  const outcome = await engine.call(one.call, body, { requestId: one.case, deadline: now() + patience });
  if (outcome.ok) return judge(one, outcome);
  return judge(one, { ok: false, status: refusalOf(outcome.problem).status, problem: outcome.problem });
}
