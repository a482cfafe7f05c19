/**
 * `node test/bench/memory.ts [--invoices 1000000]`, after `npm run build`: resident memory of the engine and of the reference while one caller reads all invoices with
 * lines from PostgreSQL, in pages of 500. Prints megabytes (2^20 bytes) and processor time after the start, after each 100,000 invoices, and at the end.
 * Each starts with the same fixture and does not run while the other is measured. `--only engine|reference` measures one of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startErp } from './databases.ts';
import { send } from './load.ts';
import { type Service, type Start, startEngine, startReference } from './services.ts';

const { values: flags } = parseArgs({ options: { invoices: { type: 'string' }, only: { type: 'string' } } });
const invoices = Number(flags.invoices ?? 1_000_000);
const limit = 500;
const sizes = { customers: 100_000, products: 50_000, invoices };
/** Invoices between two lines of the table. */
const step = 100_000;
/** Milliseconds after the start until the memory is read: work of the start itself is done then. */
const settleMs = 2_000;

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);

function printLine(service: Service, read: string): number {
  const resident = service.resident();
  const cpu = service.cpu();
  if (resident === undefined || cpu === undefined)
    throw new Error('This system does not tell the memory of a process.');
  const [parentMemory = 0, ...children] = resident.map(megabytes);
  const cells = [service.name, read, parentMemory, children.join(' + ') || '-', (cpu / 1_000).toFixed(1)];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
  return Number(parentMemory);
}

/** Reads all invoices in order, as a sync does. Returns the number of invoices. */
async function sync(service: Service): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: number[] = [];
  let read = 0;
  try {
    for (let page = 1, more = true; more; page += 1) {
      const text = await send(service, agent, { path: '/invoices/list', body: { page, limit } });
      // Without parsing the whole page: this process shares the processor with the measured one.
      more = text.includes('"hasMore":true');
      read += text.split('"erpInvoiceId"').length - 1;
      if (read % step === 0 || !more) seen.push(printLine(service, String(read)));
    }
  } finally {
    agent.destroy();
  }
  if (read !== invoices) throw new Error(`The ${service.name} gave ${read} invoices, not ${invoices}.`);
  const range = Math.max(...seen) - Math.min(...seen);
  process.stdout.write(
    `The ${service.name}: at most ${Math.max(...seen)} MB, within ${range} MB since the first ${step}.\n`,
  );
}

async function measure(start: () => Promise<Service>): Promise<void> {
  const service = await start();
  try {
    await sleep(settleMs);
    printLine(service, 'start');
    await sync(service);
    await sleep(settleMs);
    printLine(service, `${settleMs / 1_000} s later`);
  } finally {
    await service.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'engine-bench-'));
const erp = await startErp('plain', sizes, folder);
try {
  const options: Start = { kind: 'plain', environment: erp.environment, profiles: undefined };
  process.stdout.write('| service | invoices | MB | children, MB | processor seconds |\n|---|---|---|---|---|\n');
  if (flags.only !== 'reference') await measure(() => startEngine(join(folder, 'store.sqlite'), options));
  if (flags.only !== 'engine') await measure(() => startReference(options));
} finally {
  await erp.stop();
  rmSync(folder, { recursive: true, force: true });
}
