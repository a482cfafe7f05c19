/** A folder of test/cases/mappings: a small profile, a database in SQL, and calls with the answers that the contract requires. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'yaml';
import { z } from 'zod';
import { renderText } from '../../engine/diagnostics/render.ts';
import { type Engine, type EngineEvent, openEngine } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';

const fault = z.strictObject({ field: z.string(), rule: z.string().optional(), message: z.string().optional() });
const call = z.strictObject({
  name: z.string(),
  endpoint: z.string(),
  request: z.record(z.string(), z.unknown()).optional(),
  /** The time of this call, where it matters. */
  now: z.string().optional(),
  /** SQL that is run before the call: somebody else at work in the ERP. */
  before: z.string().optional(),
  /** The whole answer as JSON text, without `schemaVersion`. White space between the tokens does not count. */
  answer: z.string().optional(),
  problem: z
    .strictObject({ kind: z.string(), message: z.string().optional(), fields: z.array(fault).optional() })
    .optional(),
  /** A part of the failure's cause, as the operator's log has it. */
  cause: z.string().min(1).optional(),
  /** Events of this call that must be there, by some of their details. */
  events: z.array(z.record(z.string(), z.unknown())).optional(),
  /** SQL, and the rows that it gives afterwards. */
  after: z.array(z.strictObject({ sql: z.string(), rows: z.array(z.array(z.unknown())) })).optional(),
});
const caseFile = z.strictObject({
  about: z.string(),
  now: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  demoSku: z.string().optional(),
  calls: z.array(call).min(1),
});
export type MappingCall = z.infer<typeof call>;
type MappingCase = z.infer<typeof caseFile>;

export function readCase(folder: string): MappingCase {
  return caseFile.parse(parse(readFileSync(join(folder, 'case.yaml'), 'utf8'), { merge: true }));
}

/** Endpoints that a case does not concern, appended to its profile: every profile decides on every endpoint. */
function complete(text: string): string {
  const missing = contract.endpoints.filter(
    ({ path, answer }) => answer.kind !== 'service' && !text.includes(`\n  ${path}:`),
  );
  return `${text.trimEnd()}\n${missing.map(({ path }) => `  ${path}: { unavailable: not part of this case }\n`).join('')}`;
}

/** JSON text without the white space between its tokens; numbers keep their spelling. */
export function compact(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

export interface Bench {
  readonly engine: Engine;
  readonly database: Database.Database;
  /** Events since they were last taken. */
  takeEvents(): readonly EngineEvent[];
  setNow(time: string | undefined): void;
  close(): Promise<void>;
}

/** Opens the engine on the folder's profile, with a fresh database made from its fixture. */
export async function openBench(folder: string, input: MappingCase): Promise<Bench> {
  const home = mkdtempSync(join(tmpdir(), 'mapping-'));
  const database = new Database(join(home, 'erp.sqlite'));
  database.exec(readFileSync(join(folder, 'fixture.sql'), 'utf8'));
  const profileFile = join(home, 'profile.yaml');
  writeFileSync(profileFile, complete(readFileSync(join(folder, 'profile.yaml'), 'utf8')));
  const events: EngineEvent[] = [];
  // Waiting goes by the machine's clock, which a fixed time must not hold up: the time is set once the engine has started.
  let fixed: number | undefined;
  const opened = await openEngine({
    contract,
    profileFile,
    profileName: 'profile.yaml',
    environment: input.environment ?? {},
    installation: 'test',
    demoSku: input.demoSku,
    emit: (event) => events.push(event),
    now: () => fixed ?? Date.now(),
  });
  const diagnostics = opened.ok ? await opened.engine.start() : opened.diagnostics;
  if (!opened.ok || diagnostics.length > 0) {
    throw new Error(renderText(diagnostics, opened.sources, { color: false }));
  }
  return {
    engine: opened.engine,
    database,
    takeEvents: () => events.splice(0),
    setNow: (time) => {
      fixed = time === undefined ? undefined : Date.parse(time);
    },
    async close() {
      await opened.engine.close();
      database.close();
      rmSync(home, { recursive: true });
    },
  };
}
