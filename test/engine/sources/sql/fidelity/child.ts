/**
 * Stores generated values through the engine and reads them back, in a process whose time zone was set when it was started. Its
 * argument is a `ChildTask`, its output a `ChildResult`.
 */
import { renderText } from '../../../../../engine/diagnostics/render.ts';
import { type Engine, openEngine, parseBody } from '../../../../../engine/index.ts';
import type { DialectName } from '../../../../support/kinds.ts';
import { type Fault, faultsOf } from './compare.ts';
import { contractFor, findPath, listPath, storePath } from './contract.ts';
import { idCases } from './ids.ts';
import { type MadeRow, makeRow, valuesInRow } from './kinds.ts';

export interface ChildTask {
  readonly dialect: DialectName;
  readonly profileFile: string;
  readonly clock: string;
  readonly knowsClock: boolean;
  readonly seed: number;
  /** Rows to store. */
  readonly rows: number;
}

export interface ChildResult {
  /** The time zone that the process runs in. */
  readonly zone: string;
  readonly values: number;
  /** Ids that were sent back. */
  readonly ids: number;
  /** Twenty at most. */
  readonly faults: readonly Fault[];
}

const batchSize = 100;
const task: ChildTask = JSON.parse(process.argv[2] ?? '');
const faults: Fault[] = [];
/** What the engine has told its log since the last call. */
let said = '';
let ids = 0;

async function open(): Promise<Engine> {
  const opened = await openEngine({
    contract: contractFor(task.dialect),
    profileFile: task.profileFile,
    profileName: 'fidelity',
    environment: {},
    installation: 'test',
    emit: (event) => {
      said += JSON.stringify(event);
    },
  });
  const diagnostics = opened.ok ? await opened.engine.start() : opened.diagnostics;
  // Columns for whole numbers get whole numbers here, though their fields may have more.
  const unexpected = diagnostics.filter(({ code }) => code !== 'SQL416');
  if (!opened.ok || unexpected.length > 0) throw new Error(renderText(diagnostics, opened.sources, { color: false }));
  return opened.engine;
}

const engine = await open();

/** Sends JSON text, gives JSON text: of the answer, or of the problem with what the log says of it. */
async function send(path: string, json: string): Promise<string> {
  const parsed = parseBody(json);
  if (!parsed.ok) throw new Error(`This is no JSON: ${json}`);
  said = '';
  const outcome = await engine.call(path, parsed.body, { requestId: 'r', deadline: Date.now() + 60_000 });
  return outcome.ok ? outcome.json : `${JSON.stringify(outcome.problem)} ${said}`;
}

async function findById(row: MadeRow, at: number): Promise<void> {
  const { idKind } = idCases[at % idCases.length] ?? { idKind: 'customer' };
  const id = row.ids.get(idKind) ?? '';
  const got = await send(findPath(idKind), `{"schemaVersion":"1","${idKind}":${id}}`);
  const sale = row.answered[0]?.[1] ?? '';
  const expected = `{"schemaVersion":"1","rows":[{"sale":${sale}}]}`;
  ids += 1;
  if (got !== expected)
    faults.push({ row: sale, field: `the id ${idKind}`, sent: id, expected, got: got.slice(0, 300) });
}

for (let first = 1; first <= task.rows && faults.length < 20; first += batchSize) {
  const { seed, dialect, clock, knowsClock } = task;
  const numbers = Array.from({ length: Math.min(batchSize, task.rows - first + 1) }, (_, index) => first + index);
  const rows = numbers.map((row) => makeRow(seed, { dialect, clock, knowsClock, row }));
  const batch = `batch ${first}`;
  const stored = await send(
    storePath,
    `{"schemaVersion":"1","batch":"${batch}","values":[${rows.map(({ sent }) => sent)}]}`,
  );
  if (stored !== `{"schemaVersion":"1","sale":"${batch}"}`) throw new Error(`${batch} was not stored: ${stored}`);
  faults.push(...faultsOf(rows, await send(listPath, `{"schemaVersion":"1","batch":"${batch}"}`)));
  for (const [at, row] of rows.entries()) await findById(row, Math.floor((first + at) / 2));
}
await engine.close();

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
const values = task.rows * valuesInRow(task.dialect);
process.stdout.write(JSON.stringify({ zone, values, ids, faults: faults.slice(0, 20) } satisfies ChildResult));
