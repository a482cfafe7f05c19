/** An engine with a demo profile, opened like the service opens it. */
import { renderText } from '../../engine/diagnostics/render.ts';
import { type Engine, type EngineEvent, type Outcome, openEngine, parseBody } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';

/** The writing endpoints. */
export const writePaths = ['/sale-draft', '/invoices/push', '/payments/push'] as const;
export type WritePath = (typeof writePaths)[number];

export interface DemoEngine {
  readonly engine: Engine;
  /** The engine's log events so far. */
  readonly events: readonly EngineEvent[];
  /** Sends a body with `schemaVersion`; it is converted to JSON text and parsed, as over HTTP. */
  call(path: string, body: object): Promise<Outcome>;
  /**
   * As `call`, repeated while the answer is that the ERP cannot be reached, as the platform repeats it: on a slow machine the wait for a lock can exceed
   * its limit.
   */
  insist(path: string, body: object): Promise<Outcome>;
  /** Sends JSON text unchanged. */
  callText(path: string, json: string): Promise<Outcome>;
  close(): Promise<void>;
}

interface DemoEngineOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The clock that dates documents; default: the machine's clock. */
  readonly now?: () => number;
  /** The name of the installation; undefined: it has none. Default: `test`. */
  readonly installation?: string | undefined;
  /** Removes all other endpoints from the contract. */
  readonly only?: readonly string[];
}

/** Opens and starts an engine. Rejects with the diagnostics as text if the profile is invalid. */
export async function openDemo(profileFile: string, options: DemoEngineOptions = {}): Promise<DemoEngine> {
  const { environment = {}, now = Date.now, only, installation } = { installation: 'test', ...options };
  const events: EngineEvent[] = [];
  const endpoints = contract.endpoints.filter(({ path }) => only === undefined || only.includes(path));
  const opened = await openEngine({
    contract: { ...contract, endpoints },
    profileFile,
    profileName: 'demo',
    environment,
    installation,
    emit: (event) => events.push(event),
    now,
  });
  const text = () => renderText(opened.diagnostics, opened.sources, { color: false });
  if (!opened.ok) throw new Error(text());
  const { engine } = opened;
  const faults = await engine.start();
  if (faults.length > 0) throw new Error(renderText(faults, opened.sources, { color: false }));
  if (!engine.health().ready) throw new Error('The database cannot be used.');
  let calls = 0;
  const callText: DemoEngine['callText'] = (path, json) => {
    const parsed = parseBody(json);
    if (!parsed.ok) throw new Error(`This is no JSON: ${json}`);
    calls += 1;
    return engine.call(path, parsed.body, { requestId: `call-${calls}`, deadline: Date.now() + 60_000 });
  };
  const call: DemoEngine['call'] = (path, body) => callText(path, JSON.stringify({ schemaVersion: '1', ...body }));
  return {
    engine,
    events,
    callText,
    call,
    async insist(path, body) {
      for (;;) {
        const outcome = await call(path, body);
        if (outcome.ok || outcome.problem.kind !== 'unreachable') return outcome;
      }
    },
    close: () => engine.close(),
  };
}
