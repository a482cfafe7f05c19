/** An engine over a demo profile, as the service would open one. */
import { renderText } from '../../engine/diagnostics/render.ts';
import {
  type Engine,
  type EngineEvent,
  memoryBookmarks,
  memoryVersionMarks,
  type Outcome,
  openEngine,
  parseBody,
} from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';

/** The endpoints that write. */
export const writePaths = ['/sale-draft', '/invoices/push', '/payments/push'] as const;
export type WritePath = (typeof writePaths)[number];

export interface DemoEngine {
  readonly engine: Engine;
  /** What the engine told its log so far. */
  readonly events: readonly EngineEvent[];
  /** Sends a body, `schemaVersion` added; it goes through JSON text, as over the wire. */
  call(path: string, body: object): Promise<Outcome>;
  /** Sends a body's JSON text as it stands. */
  callText(path: string, json: string): Promise<Outcome>;
  close(): Promise<void>;
}

export interface DemoEngineOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The clock that documents are dated by; the machine's by default. */
  readonly now?: () => number;
  /** Leaves all other endpoints out of the contract. */
  readonly only?: readonly string[];
}

/** Opens and starts an engine; rejects with the diagnostics as text where the profile is refused. */
export async function openDemo(profileFile: string, options: DemoEngineOptions = {}): Promise<DemoEngine> {
  const { environment = {}, now = Date.now, only } = options;
  const events: EngineEvent[] = [];
  const endpoints = contract.endpoints.filter(({ path }) => only === undefined || only.includes(path));
  const opened = await openEngine({
    contract: { ...contract, endpoints },
    profileFile,
    profileName: 'demo',
    environment,
    installation: 'test',
    demoSku: undefined,
    bookmarks: memoryBookmarks(),
    versions: memoryVersionMarks(),
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
    return engine.call(path, parsed.body, { requestId: `call-${calls}`, deadline: Date.now() + 30_000 });
  };
  return {
    engine,
    events,
    callText,
    call: (path, body) => callText(path, JSON.stringify({ schemaVersion: '1', ...body })),
    close: () => engine.close(),
  };
}
