/** The mistakes that nothing noticed, planted in the demo one at a time: what finds each one without any case. docs/conformance.md has the table. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Check } from '../../src/checks/core/index.ts';
import { type CheckResult, openContext, runChecks } from '../../src/checks/core/index.ts';
import { checksFor, knownEndpoints } from '../../src/checks/index.ts';
import { createCaller } from '../../src/checks/validation/index.ts';
import { contract } from '../../src/contract/index.ts';
import { type Served, serve } from '../profiles/served.ts';
import { root, runHere } from '../src/cli/here.ts';
import { folderWith } from '../src/server/fixture.ts';
import { type SilentFault, silentFaults } from './silent-faults.ts';

vi.setConfig({ testTimeout: 120_000 });

const demo = join(root, 'profiles', 'demo');
const profile = readFileSync(join(demo, 'profile.yaml'), 'utf8');
const page = join(root, 'docs', 'conformance.md');
const demoSku = 'CONNECTION-TEST-SKU';

/** Themes that a fault of the mapping can break; those that find most come first. */
const themes = ['agreement', 'lookups', 'statement', 'writes', 'search', 'modifiedSince', 'paging', 'sku', 'limits'];

let folder: string;
beforeAll(() => {
  folder = folderWith({});
});

/** Finders by fault: what `engine check --strict` says, else the first check of the conformance suite that fails. */
const finders = new Map<SilentFault, string>();

const nothing = 'nothing';

/** Kinds that something finds, of 52. */
const leastFound = 41;

async function finderOf(fault: SilentFault, name: string): Promise<string> {
  const own = join(folder, name);
  mkdirSync(own);
  cpSync(join(demo, 'fixture'), join(own, 'fixture'), { recursive: true });
  for (const [text] of fault.edits) expect(profile).toContain(text);
  const file = join(own, 'profile.yaml');
  writeFileSync(
    file,
    fault.edits.reduce((text, [old, by]) => text.replace(old, () => by), profile),
  );
  const { status, out, err } = await runHere(['check', '--strict', file], { env: {}, cwd: own });
  if (status !== 0) return `\`check\` (${/[A-Z]{3}\d{3}/.exec(out + err)?.[0]})`;
  let served: Served;
  try {
    served = await serve({ name: file, settings: {} });
  } catch {
    // The description of the database: what `check --connect` reports.
    return '`check --connect`';
  }
  try {
    return (await firstFailed(served)) ?? nothing;
  } finally {
    await served.close();
    rmSync(own, { recursive: true, force: true });
  }
}

const place = ({ id }: Check): number => themes.indexOf(id.slice(0, id.indexOf('/')));

/** The first check that fails; else the first that the data shows in the demo as it is, and not with the fault: `--strict` fails then. */
async function firstFailed({ service, access, profile: declared }: Served): Promise<string | undefined> {
  const settings = {
    ...{ writes: true, customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku },
    ...{ maxPages: 2_000, mostSamples: 200, concurrency: 5, largestPage: () => 500 },
    ...{ banks: [], deviations: new Map<string, string>() },
  };
  const openCaller = () => createCaller({ baseUrl: service.baseUrl(), keys: service.keys });
  const context = openContext({ openCaller, settings, profile: declared, fixture: access, now: Date.now });
  const checks = checksFor(knownEndpoints(contract), declared).filter((check) => place(check) >= 0);
  let unshown: Check | undefined;
  for (const check of checks.toSorted((one, other) => place(one) - place(other))) {
    const results: CheckResult[] = [];
    await runChecks(context, [check], (result) => results.push(result));
    if (results.some(({ outcome }) => outcome.kind === 'failed')) return `\`${check.id}\``;
    // No customer of the demo has so many invoices.
    const isKnown = check.id === 'limits/default' && check.path === '/customer-invoices/list';
    if (!isKnown && results.some(({ outcome }) => outcome.kind === 'not tested')) unshown ??= check;
  }
  return unshown === undefined ? undefined : `\`${unshown.id}\`, with \`--strict\``;
}

const row = ({ kind, where }: SilentFault, finder: string): string => `| ${kind}: ${where} | ${finder} |`;

/** The rows of the page, from the head of the table to the next blank line. */
function rowsOfPage(): readonly string[] {
  const [, table = ''] = readFileSync(page, 'utf8').split('| mistake | found by |\n|---|---|\n');
  return (table.split('\n\n')[0] ?? '').split('\n').filter((line) => line !== '');
}

describe('a mistake that no case notices', () => {
  const rows = rowsOfPage();
  it.each(silentFaults.map((fault, index) => ({ fault, index, name: `${fault.kind}: ${fault.where}` })))(
    '$name',
    async ({ fault, index }) => {
      const finder = await finderOf(fault, `fault-${index}`);
      finders.set(fault, finder);
      if (process.env.UPDATE === '1') return;
      const documented = rows[index] ?? '';
      expect(documented.startsWith(row(fault, '').slice(0, -3))).toBe(true);
      // What finds it first may change with `check`; what the page says is found must be found.
      if (!documented.endsWith(`| ${nothing} |`)) expect(finder).not.toBe(nothing);
    },
  );

  it('is found by something in most of 52 kinds', () => {
    expect(silentFaults).toHaveLength(52);
    const found = silentFaults.filter((fault) => (finders.get(fault) ?? nothing) !== nothing);
    expect(found.length).toBeGreaterThanOrEqual(leastFound);
  });
});

afterAll(() => {
  if (process.env.UPDATE !== '1') return;
  const [before = '', table = ''] = readFileSync(page, 'utf8').split('| mistake | found by |\n|---|---|\n');
  const after = table.slice(table.indexOf('\n\n'));
  const rows = silentFaults.map((fault) => row(fault, finders.get(fault) ?? nothing)).join('\n');
  writeFileSync(page, `${before}| mistake | found by |\n|---|---|\n${rows}${after}`);
});
