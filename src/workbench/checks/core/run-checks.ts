/** Runs checks one after the other, and turns each end of a check into an outcome. */
import type { Path } from '../../../contract/types.ts';
import type { Exchange } from '../validation/caller.ts';
import { keyFor } from '../validation/caller.ts';
import { type RuleViolation, ruleViolation } from '../validation/rules.ts';
import { type Check, deviationOf } from './check.ts';
import type { OpenedContext } from './context.ts';
import { type Deviations, isDemanded } from './deviations.ts';
import { Concluded, type Outcome } from './outcome.ts';

export interface CheckResult {
  readonly check: Pick<Check, 'id' | 'path' | 'title' | 'clause' | 'mayDeviate'>;
  readonly outcome: Outcome;
  /** Remarks that are no fault. */
  readonly notes: readonly string[];
  readonly ms: number;
}

/** How far a run is. */
export interface Progress {
  /** Number of checks that have ended. */
  readonly done: number;
  readonly total: number;
}

/** Called for each result. */
export type Report<Result> = (result: Result, progress: Progress) => void;

/** An answer of an endpoint that another endpoint's check needed, and that breaks the contract. */
interface HelperFailure {
  readonly path: Path;
  readonly findings: readonly RuleViolation[];
  readonly exchange: Exchange | undefined;
}

interface Ended {
  readonly outcome: Outcome;
  readonly helper?: HelperFailure;
}

/** Checks in a row without an answer, after which the service is taken to be unreachable. */
const mostSilent = 3;

/**
 * Runs the checks in their order, until `isEnded` is true. `report` is called for each result. An answer of another endpoint than the check's that breaks the contract
 * is a failed result of that endpoint; the check itself is then not tested.
 */
export async function runChecks(
  opened: OpenedContext,
  checks: readonly Check[],
  report: Report<CheckResult>,
  isEnded: () => boolean = () => false,
): Promise<void> {
  let stop: string | undefined;
  let silent = 0;
  const { deviations } = opened.context.settings;
  const demanded = checks.filter((check) => isDemanded(check, deviations));
  for (const [index, check] of demanded.entries()) {
    if (isEnded()) return;
    const progress = { done: index + 1, total: demanded.length };
    opened.begin();
    const started = performance.now();
    const { outcome, helper } = await outcomeOf(opened, check, stop);
    const { exchanges, notes, silence, keyRefused } = opened.record();
    if (exchanges.length > 0) silent = silence === undefined ? 0 : silent + 1;
    // Each further check would wait for its time-out.
    if (silence !== undefined && (check.path === '/health' || silent === mostSilent))
      stop ??= `the service gives no answer: ${silence}`;
    // A rotation demands that the old key is refused.
    if (keyRefused !== undefined && check.tag !== 'rotation') {
      report({ check, outcome: refusedKey(keyRefused), notes, ms: performance.now() - started }, progress);
      stop ??= 'the service refuses the key';
      continue;
    }
    const judged = withDeviation(check, outcome, deviations);
    const ms = performance.now() - started;
    report({ check, outcome: judged.outcome, notes: [...notes, ...judged.notes], ms }, progress);
    if (helper === undefined) continue;
    const { path, findings, exchange } = helper;
    const failed: Outcome = { kind: 'failed', findings, exchanges: exchange === undefined ? [] : [exchange] };
    const title = `its answer during "${check.title}" of ${check.path}`;
    const { id, clause } = check;
    report({ check: { id, clause, path, title }, outcome: failed, notes: [], ms: 0 }, progress);
  }
}

/** Every further check would fail for the same reason: the run ends here. */
function refusedKey(exchange: Exchange): Outcome {
  const cure = 'Give the key that the platform has, or correct the service. No further check is run';
  const message = `${exchange.sent.path} refuses the key of its app with 401. ${cure}`;
  return { kind: 'failed', findings: [ruleViolation('status', '', message)], exchanges: [exchange] };
}

/** What a check says where the profile declares that its ERP deviates. A deviation that no answer shows is noted, so that it does not outlive its reason. */
function withDeviation(
  check: Check,
  outcome: Outcome,
  deviations: Deviations,
): { readonly outcome: Outcome; readonly notes: readonly string[] } {
  const name = deviationOf(check);
  const deviation = check.mayDeviate === true ? deviations.get(name) : undefined;
  // Documents that meet a condition were left out: what is judged are others.
  if (deviation === undefined || (deviation.only !== undefined && check.documents !== undefined))
    return { outcome, notes: [] };
  if (outcome.kind === 'passed')
    return { outcome, notes: [`The deviation "${name}" is declared, and not needed here.`] };
  if (outcome.kind !== 'failed') return { outcome, notes: [] };
  const why = `a deviation is declared: ${deviation.reason}`;
  return { outcome: { kind: 'not applicable', reason: why }, notes: outcome.findings.map(({ message }) => message) };
}

async function outcomeOf(opened: OpenedContext, check: Check, stop: string | undefined): Promise<Ended> {
  const { context } = opened;
  const obstacle = obstacleTo(opened, check, stop);
  if (obstacle !== undefined) return { outcome: obstacle };
  try {
    await check.run(context);
    return { outcome: { kind: 'passed' } };
  } catch (error) {
    if (!(error instanceof Concluded)) {
      const message = `the check broke off: ${error instanceof Error ? error.message : String(error)}`;
      const { exchanges } = opened.record();
      return { outcome: { kind: 'failed', findings: [ruleViolation('check-completed', '', message)], exchanges } };
    }
    const { conclusion } = error;
    if (conclusion.kind !== 'failed') return { outcome: conclusion };
    const { findings, path = check.path, exchange } = conclusion;
    if (path === check.path) return { outcome: { kind: 'failed', findings, exchanges: opened.record().exchanges } };
    return { outcome: blocked(`${path} gave no usable answer`), helper: { path, findings, exchange } };
  }
}

const blocked = (reason: string): Outcome => ({ kind: 'not tested', gap: { kind: 'not possible here', reason } });

/** Why a check cannot run at all. */
function obstacleTo(
  { context: { caller, profile } }: OpenedContext,
  { path, needs }: Check,
  stop: string | undefined,
): Outcome | undefined {
  if (stop !== undefined) return blocked(stop);
  for (const needed of needs) {
    const reason = profile?.endpoints.get(needed)?.unavailable;
    if (reason !== undefined)
      return { kind: 'not applicable', reason: `the profile does not provide ${needed}: ${reason}` };
  }
  if ([path, ...needs].some((needed) => keyFor(caller.keys, needed) === undefined))
    return blocked('no key of this app is given');
  return undefined;
}
