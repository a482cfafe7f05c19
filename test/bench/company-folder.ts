/** A folder with the configuration of many companies, for benchmarks. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'yaml';

/** Number of different profiles. */
export const profiles = 5;

const demo = join(import.meta.dirname, '../../profiles/demo');

export const nameOf = (index: number): string => `company-${index}`;
export const keyOf = (index: number): string => `key-of-${nameOf(index)}-0123456789`;

/** The demo profile on PostgreSQL, whose address is a setting. Each has a text of its own. */
function profileText(index: number): string {
  const document = parseDocument(readFileSync(join(demo, 'profile.yaml'), 'utf8'));
  document.setIn(['profile'], `demo-${index}`);
  document.setIn(['settings', 'erp_url'], { env: 'ERP_URL', secret: true });
  document.deleteIn(['settings', 'database']);
  document.setIn(['sources', 'erp', 'sql'], 'postgres');
  document.setIn(['sources', 'erp', 'connection'], { url: '${erp_url}' });
  document.setIn(['sources', 'erp', 'limits'], { connections: 2 });
  return document.toString();
}

/** Adds a company to such a folder, as a running service sees it: its entry is the last file. */
export function addCompany(folder: string, index: number, urls: readonly string[]): void {
  const name = nameOf(index);
  const entry = { path: `/${name}`, profile: `../demo-${index % profiles}.yaml`, envFile: `../${name}.env` };
  writeFileSync(join(folder, `${name}.env`), `ENGINE_KEY=${keyOf(index)}\nERP_URL=${urls[index % urls.length]}\n`);
  writeFileSync(join(folder, 'companies', `${name}.yaml`), JSON.stringify(entry));
}

/** A folder with an engine.yaml and a file for each company. `urls`: the databases. */
export function configured(top: string, count: number, urls: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'engine-companies-'));
  mkdirSync(join(folder, 'companies'));
  for (let index = 0; index < profiles; index += 1)
    writeFileSync(join(folder, `demo-${index}.yaml`), profileText(index));
  for (let index = 0; index < count; index += 1) addCompany(folder, index, urls);
  writeFileSync(join(folder, 'engine.yaml'), `${top}\nservicesFolder: companies\n`);
  return folder;
}
