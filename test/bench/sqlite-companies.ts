/**
 * `node test/bench/sqlite-companies.ts [companies]`, after `npm run build`: processes and memory of companies with an SQLite file each, closed and open. The figures of docs/sizing.md.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '../support/process-figures.ts';
import { startProgram } from '../support/program.ts';
import { keyOf, nameOf } from './company-folder.ts';

const companies = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'engine-companies-'));
mkdirSync(join(folder, 'companies'));
for (let index = 0; index < companies; index += 1) {
  const name = nameOf(index);
  cpSync(join(import.meta.dirname, '../../profiles/demo'), join(folder, name), { recursive: true });
  const entry = { path: `/${name}`, profile: `../${name}/profile.yaml`, envFile: `../${name}.env` };
  writeFileSync(join(folder, `${name}.env`), `ENGINE_KEY=${keyOf(index)}\nDEMO_DATABASE=erp.sqlite\n`);
  writeFileSync(join(folder, 'companies', `${name}.yaml`), JSON.stringify(entry));
}
writeFileSync(join(folder, 'engine.yaml'), 'servicesFolder: companies\nidleTime: 1m\n');
const program = await startProgram(join(folder, 'engine.yaml'), {});

const childrenOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
/** Processor time of the process and its children so far, in seconds. */
const cpu = (): number =>
  [String(program.pid), ...childrenOf(program.pid)].reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + (Number(fields[11]) + Number(fields[12])) / 100;
  }, 0);
const show = (what: string): void => {
  const workers = childrenOf(program.pid).length;
  process.stdout.write(
    `${what}: ${workers} workers, ${residentMb(program.pid).toFixed(0)} MB with them, shared pages counted once\n`,
  );
};
const ask = async (index: number): Promise<number> => {
  const response = await fetch(`${program.baseUrl}/${nameOf(index)}/catalog/customers/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyOf(index)}`, 'content-type': 'application/json' },
    body: '{"schemaVersion":"1","query":"","limit":5}',
  });
  await response.arrayBuffer();
  return response.status;
};
try {
  show('closed');
  for (let index = 0; index < companies; index += 1) {
    // On a busy machine the first request may be too late for its limit.
    for (let attempt = 1; (await ask(index)) !== 200; attempt += 1)
      if (attempt === 10) throw new Error(`${nameOf(index)} does not answer.`);
    if (index === 9 || index === companies - 1) show(`${index + 1} open`);
  }
  const before = cpu();
  await sleep(20_000);
  process.stdout.write(`without requests: ${(((cpu() - before) / 20) * 100).toFixed(0)} % of a core\n`);
  await sleep(80_000);
  show('closed again');
} finally {
  await program.stop();
  rmSync(folder, { recursive: true, force: true });
}
