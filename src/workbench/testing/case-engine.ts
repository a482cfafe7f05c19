/** The engine that cases are run through, and what is observed of it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../../engine/index.ts';
import {
  type CheckedProfile,
  createEngine,
  type DeclaredSource,
  type NotedDisagreements,
  type RanStatement,
  type TestOverrides,
} from '../../../engine/tools/index.ts';
import { fault } from '../../service/config/fault.ts';
import type { Store } from '../../service/state/store.ts';
import type { CaseLocks } from './case-locks.ts';
import type { FileRun } from './case-run.ts';
import type { Fixture, NotRun } from './fixture/fixture.ts';

/** The name of the installation in tests. */
export const testInstallation = 'test';

/** Observations of the engine during a case. */
export interface Observed {
  readonly statements: RanStatement[];
  /** Warnings and errors. */
  readonly logged: string[];
  /** Statements that the database's stand-in could not run. */
  readonly gaps: string[];
  /** How requests and the answers of the cases disagree with the description of their source. */
  readonly disagreements: NotedDisagreements;
  /** Databases that do not answer, each with the reason. */
  readonly unreachableDatabases: Map<string, string>;
  /** Time of documents, in milliseconds since the epoch; undefined: the current time. */
  time: number | undefined;
}

interface CaseEngineInput {
  readonly run: FileRun;
  readonly checked: Extract<CheckedProfile, { readonly ok: true }>;
  readonly fixture: Fixture;
  readonly store: Store;
  readonly locks: CaseLocks['locks'];
}

/** How long the engine may take to reach the fixture on a busy machine, in milliseconds. It tries every few seconds. */
const reachMs = 10_000;

/**
 * Waits until the engine has reached the databases of the fixture. Otherwise each case would fail with 503 for the same
 * reason: then that reason is returned once.
 */
export async function unreachableFixture(
  { sources, now }: FileRun,
  { unreachableDatabases }: Observed,
): Promise<NotRun | undefined> {
  const deadline = now() + reachMs;
  const isDown = ({ kind, name }: DeclaredSource): boolean => kind === 'sql' && unreachableDatabases.has(name);
  while (sources.some(isDown) && now() < deadline) await pause(100);
  const source = sources.find(isDown);
  if (source === undefined) return undefined;
  const message = `The database of the fixture does not answer, so that no case was run: ${unreachableDatabases.get(source.name)}`;
  const hint = 'Run it again. On a busy machine set a smaller number with --jobs.';
  return { kind: 'refused', diagnostics: [fault('CFG521', message, hint)], sources: new Map() };
}

/** Creates the engine; it is not started. `observed` is filled while it runs. */
export function engineForCases(
  { run, checked, fixture, store, locks }: CaseEngineInput,
  mock: NonNullable<TestOverrides['mock']>,
  observed: Observed,
): Engine {
  const { bookmarks, versions, claims, tokens } = store;
  const { connections, connectors } = fixture;
  return createEngine({
    compiler: checked.compiler,
    profileFile: run.profileFile,
    installation: testInstallation,
    demoSku: undefined,
    bookmarks,
    versions,
    tokens,
    durable: { claims: { ...claims, locks }, clock: run.now },
    emit: (given) => {
      const { level, event, message } = given;
      if (event === 'stand_in_gap') observed.gaps.push(message);
      if (given.event === 'source_unreachable' || given.event === 'source_not_ready')
        observed.unreachableDatabases.set(given.source, given.message);
      if (given.event === 'source_ready') observed.unreachableDatabases.delete(given.source);
      // Reports show these requests in full elsewhere.
      const isReported = (level === 'warn' || level === 'error') && event !== 'erp_request';
      if (isReported) observed.logged.push(`${level}: ${message}`);
    },
    now: run.now,
    testOverrides: {
      ...{ connections, connectors, mock, facts: run.loaded.facts, clock: run.now, tables: 'create' },
      observe: (ran) => void observed.statements.push(ran),
      disagreed: (one) => {
        if (!one.isExcerpt) observed.disagreements.note(one);
      },
      documentTime: () => observed.time ?? run.now(),
    },
  });
}
