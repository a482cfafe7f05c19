/** A check after a change gives the same findings, at the same places, as a check that knows nothing of earlier ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileFinding, LanguageService } from '../../../../src/workbench/language/index.ts';
import { byDepth, sampleOf, spread } from '../../../support/depth.ts';
import { head, serviceWith } from './service-here.ts';

const root = join(import.meta.dirname, '../../../..');
const golden = join(root, 'test/cases/diagnostics');
const folders = readdirSync(golden, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const findings = async (service: LanguageService, file: string, text: string): Promise<readonly FileFinding[]> => {
  service.open(file, text);
  return service.check(file);
};

/** Compares the findings of each further text with those of a new service. Gives their number. */
async function compare(folder: string, first: string, others: readonly string[]): Promise<number> {
  const file = join(folder, 'profile.yaml');
  const service = serviceWith(undefined, folder);
  await findings(service, file, first);
  let count = 0;
  for (const text of others) {
    const after = await findings(service, file, text);
    expect(after).toEqual(await findings(serviceWith(undefined, folder), file, text));
    count += after.length;
  }
  return count;
}

describe('findings after a change', () => {
  it.each(sampleOf(folders, 24))('of %s are those of the text', async (name) => {
    const text = readFileSync(join(golden, name, 'profile.yaml'), 'utf8');
    // Each endpoint is as before, on other lines.
    expect(await compare(join(golden, name), text, [`# A comment.\n${text}`])).toBeGreaterThan(0);
  });

  it.each([
    ['an endpoint', 'AS name', 'AS nam'],
    ['a part', 'JOIN ledger l', 'JOIN {nothing} l'],
    ['a setting', 'description: Branch of the company', 'secret: true'],
  ])('of %s are those of the text', async (_what, before, after) => {
    const query =
      'SELECT c.no AS erpDebtorId, c.name AS name FROM customer c JOIN {open_invoice} ON c.no = :settings.branch';
    const text = `${head}endpoints:\n  /debtors/list:\n    page: { key: [erpDebtorId] }\n    query: ${query}\n`;
    const changed = text.replace(before, after);
    const file = join(root, 'profile.yaml');
    expect(await findings(serviceWith(undefined, root), file, changed)).not.toEqual(
      await findings(serviceWith(undefined, root), file, text),
    );
    expect(await compare(root, text, [changed, text])).toBeGreaterThan(0);
  });

  /** Changes of one line each: a name is misspelt, a line is missing, or the line is there twice. */
  function changes(text: string, count: number): readonly string[] {
    const lines = text.split('\n');
    const places = lines.flatMap((line, index) => (/^\s*(?:#|$)/.test(line) ? [] : [index]));
    return spread(places, count + 2)
      .slice(1, -1)
      .map((at, index) => {
        const line = lines[at] ?? '';
        const changed = [line.replace(/(\w)(\w)(?!.*\w\w)/, '$2$1'), '', `${line}\n${line}`][index % 3] ?? '';
        return lines.with(at, changed).join('\n');
      });
  }

  it.each(byDepth({ sample: ['dolibarr'], all: ['dolibarr', 'odoo'] }))(
    'of the profile %s are those of the text',
    async (name) => {
      const folder = join(root, 'profiles', name);
      const text = readFileSync(join(folder, 'profile.yaml'), 'utf8');
      const changed = changes(text, byDepth({ sample: 2, all: 6 }));
      expect(await compare(folder, text, changed)).toBeGreaterThanOrEqual(changed.length);
    },
    60_000,
  );
});
