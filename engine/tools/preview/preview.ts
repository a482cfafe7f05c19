/** Previews a call: what it would send, without any connection. */

import type { Contract } from '../../base/contract.ts';
import type { Problem } from '../../base/problem.ts';
import { Secret } from '../../base/secret.ts';
import { visibleSettings } from '../../base/setting-values.ts';
import { CheckMemory } from '../../compile/check-memory.ts';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { type Diagnostic, hasError } from '../../diagnostics/diagnostic.ts';
import { secretsIn } from '../../diagnostics/secrets/mask-values.ts';
import { withoutFollowUps } from '../../profile/grammar/follow-up-findings.ts';
import { loadProfile } from '../../profile/load.ts';
import type { Bases } from '../../profile/overlay/bases.ts';
import type { Environment } from '../../profile/settings.ts';
import type { RunContext } from '../../run/context/context.ts';
import { checkRequest, invalidProblem } from '../../run/request/check-request.ts';
import { requestValues } from '../../run/request/request-values.ts';
import type { RequestValues } from '../../shape/request.ts';
import { findingsOf } from '../../start/check.ts';
import { readStatements } from '../../start/parse-statements.ts';
import { createCompiler } from '../../start/profile-compiler.ts';
import { previewSteps } from './call.ts';
import type { PreviewStep } from './step.ts';

interface PreviewInput {
  readonly contract: Contract;
  /** The profile, and its name in diagnostics. */
  readonly text: string;
  readonly file: string;
  /** The profiles that it extends. */
  readonly bases?: Bases | undefined;
  readonly environment: Environment;
  /** Assumed facts, by name. */
  readonly facts: ReadonlyMap<string, boolean>;
  readonly path: string;
  readonly body: unknown;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type Preview =
  | { readonly kind: 'faulty'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'unprovided'; readonly reason: string }
  /** The unknown facts on which it depends. */
  | { readonly kind: 'undecided'; readonly facts: readonly string[] }
  | { readonly kind: 'steps'; readonly request: RequestValues; readonly steps: readonly PreviewStep[] };

const unused = (): never => {
  throw new Error('A call that is only looked at sends nothing');
};

async function compileFor(input: ProfileInput, factValues: ReadonlyMap<string, boolean>, memory: CheckMemory) {
  const compiled = compile({ ...input, descriptions: new Map(), factValues });
  // Columns keep the spelling of the statement.
  const { descriptions } = await readStatements(compiled.statements, compiled.choice, { ...input, memory }, 'check');
  return descriptions.size === 0 ? compiled : compile({ ...input, descriptions, factValues });
}

function contextOf(
  input: ProfileInput,
  { path, now }: PreviewInput,
  request: RequestValues,
  values: RunContext['state']['values'],
): RunContext {
  return {
    endpoint: path,
    call: { deadline: now },
    state: { request, values, steps: {}, key: undefined, rows: [], settings: visibleSettings(input.settings), now },
    execute: unused,
    send: unused,
    bookmarks: { read: unused, write: unused },
    versions: { find: unused, keep: unused },
    identity: '',
    requestSettings: input.settings,
    settingsDigest: '',
    zone: Object.values(input.profile.sources)[0]?.clock ?? 'UTC',
    clock: () => now,
    log: () => undefined,
    trace: undefined,
  };
}

/** Previews a call. Settings may be without a value. */
export async function previewCall(given: PreviewInput): Promise<Preview> {
  const { contract, text, file, environment, facts, path, body } = given;
  const { loaded, diagnostics } = loadProfile(text, file, environment, 'check', { bases: given.bases });
  if (loaded === undefined) return { kind: 'faulty', diagnostics };
  const input = { ...loaded, contract };
  const memory = new CheckMemory();
  const findings = withoutFollowUps(diagnostics, await findingsOf(createCompiler(input), 'check', memory));
  if (hasError(findings)) return { kind: 'faulty', diagnostics: findings };
  const { plan } = await compileFor(input, facts, memory);
  const endpoint = plan.get(path);
  if (endpoint === undefined) return { kind: 'unprovided', reason: 'the profile does not name it' };
  if (endpoint.work.kind === 'unavailable') return { kind: 'unprovided', reason: endpoint.work.reason };
  const checked = checkRequest(endpoint, body, undefined);
  if (!checked.ok) return { kind: 'refused', problem: invalidProblem(checked) };
  const { values } = requestValues(endpoint, checked.value);
  const settings = [...input.settings.values()].filter((value) => value instanceof Secret);
  // Secrets that are written into the profile.
  const { sources, endpoints } = input.profile;
  const literals = [...secretsIn(sources, ['sources']), ...secretsIn(endpoints, ['endpoints'])];
  const secrets = [...settings, ...literals.map((literal) => new Secret(literal))];
  const steps = await previewSteps(endpoint, { run: contextOf(input, given, checked.value, values), secrets });
  if (steps === undefined)
    return { kind: 'undecided', facts: Object.keys(input.profile.facts ?? {}).filter((name) => !facts.has(name)) };
  return { kind: 'steps', request: checked.value, steps };
}
