/** Runs the contract checks that need only HTTP against any service, as the platform would call it. */
import { contract } from '../../../contract/index.ts';
import type { Check, Tag } from '../core/check.ts';
import { openContext } from '../core/context.ts';
import type { WrittenDocument } from '../core/exchanges.ts';
import { type CheckResult, type Report, runChecks } from '../core/run-checks.ts';
import type { CheckSettings } from '../core/settings.ts';
import { checksFor, knownEndpoints } from '../list.ts';
import { keyRotation, type Rotation } from '../themes/key-rotation.ts';
import type { Caller } from '../validation/caller.ts';
import { type AdminListener, descriptionCheck } from './description-check.ts';

export type SandboxSettings = Pick<
  CheckSettings,
  'writes' | 'customer' | 'sku' | 'debtor' | 'currency' | 'demoSku' | 'maxPages' | 'banks' | 'deviations'
>;

export interface SandboxRun {
  readonly caller: Caller;
  readonly settings: SandboxSettings;
  /** Undefined: no rotation of keys is tried. */
  readonly rotation: Rotation | undefined;
  /** Undefined: what the service sends to its ERP is not known. */
  readonly admin?: AdminListener | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called at the end with the documents that the run has created in the ERP. */
  readonly wrote?: (documents: readonly WrittenDocument[]) => void;
  readonly report: Report<CheckResult>;
}

/** The ERP is in use: the suite reads few records, and pages stay small. */
const mostSamples = 5;
const concurrency = 5;
const largestPage = 100;

/** The checks of a run, in their order. */
function sandboxChecks({ caller, settings, rotation, admin }: SandboxRun): readonly Check[] {
  const endpoints = knownEndpoints(contract);
  const tags: ReadonlySet<Tag> = new Set(settings.writes ? ['read', 'write'] : ['read']);
  const checks = [
    ...checksFor(endpoints, undefined).filter(({ tag }) => tags.has(tag)),
    ...(admin === undefined ? [] : [descriptionCheck(admin)]),
  ];
  return rotation === undefined ? checks : [...checks, ...keyRotation(endpoints, caller.keys, rotation)];
}

/** Runs the checks, and returns their results. Nothing is written unless the settings allow it. */
export async function runSandbox(run: SandboxRun): Promise<readonly CheckResult[]> {
  const settings = { ...run.settings, mostSamples, concurrency, largestPage: () => largestPage };
  const openCaller = () => run.caller;
  const opened = openContext({ openCaller, settings, profile: undefined, fixture: undefined, now: run.now });
  const results: CheckResult[] = [];
  await runChecks(opened, sandboxChecks(run), (result, progress) => {
    results.push(result);
    run.report(result, progress);
  });
  run.wrote?.(opened.written());
  return results;
}
