/** A run of the sandbox: the platform's work against one service, in the platform's order. */
import type { Caller } from '../validation/caller.ts';
import type { Check } from './check.ts';
import { connection } from './scenarios/connection.ts';
import { drafts } from './scenarios/drafts.ts';
import { incrementalSync } from './scenarios/incremental.ts';
import { portal, prices } from './scenarios/pricing.ts';
import { pushes } from './scenarios/pushes.ts';
import { brokenRequests } from './scenarios/requests.ts';
import { type Rotation, rotation } from './scenarios/rotation.ts';
import { searches } from './scenarios/search.ts';
import { statements } from './scenarios/statements.ts';
import { fullSync } from './scenarios/sync.ts';
import { strangersStayOut } from './scenarios/unauthorized.ts';
import { openSession, type SandboxSettings, type Session } from './session.ts';

export interface SandboxRun {
  readonly caller: Caller;
  readonly settings: SandboxSettings;
  /** The key that replaces the one of the caller, where a rotation is tried. */
  readonly rotation: Rotation | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told of each check as it is done. */
  readonly progress: (check: Check) => void;
}

/** Runs every scenario; gives all checks in their order. Nothing is written unless the settings allow it. */
export async function runSandbox({
  caller,
  settings,
  rotation: rotate,
  now,
  progress,
}: SandboxRun): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const done = (check: Check): void => {
    checks.push(check);
    progress(check);
  };
  const session = openSession({ caller, settings, now, done });
  const scenarios: readonly (readonly [string, (session: Session) => Promise<void>])[] = [
    ['connection test', connection],
    ['keys', strangersStayOut],
    ['broken requests', brokenRequests],
    ['match customers and products', searches],
    ['prices, credit, usage', prices],
    ['portal', portal],
    ['statements', statements],
    ['full sync', fullSync],
    ['incremental sync', incrementalSync],
    ...(settings.writes ? [['drafts', drafts] as const, ['pushes', pushes] as const] : []),
  ];
  for (const [name, scenario] of scenarios) await scenario(session.scenario(name));
  if (rotate !== undefined) await rotation(session.scenario('key rotation'), rotate);
  return checks;
}
