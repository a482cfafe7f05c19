/** Proofs in the studio, on the level of operations and events. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { z } from 'zod';
import { operations } from '../../../../src/workbench/operations/protocol/operations.ts';
import { serve } from '../../../profiles/served.ts';
import { searchCases, shopContract, shopFolder } from './shop.ts';
import { openStudio, profileCopy, type StudioUnderTest } from './studio.ts';

type Proofs = z.infer<typeof operations.proofs.answer>;
type Proof = Proofs['proofs'][number];

async function proofOf({ call }: StudioUnderTest, kind: Proof['kind']): Promise<Proof | undefined> {
  const { answer } = await call('proofs', {});
  return operations.proofs.answer.parse(answer).proofs.find((one) => one.kind === kind);
}

/** The proof once a run has ended, the one with this number or a later one. */
async function ended(studio: StudioUnderTest, kind: Proof['kind'], run = 1): Promise<Proof> {
  return vi.waitFor(
    async () => {
      const proof = await proofOf(studio, kind);
      if (proof === undefined || proof.run < run || proof.status === 'running') throw new Error('It is running.');
      return proof;
    },
    { timeout: 120_000, interval: 50 },
  );
}

const verdicts = ({ entries }: Proof): readonly (readonly [string, string])[] =>
  entries.map(({ verdict, title }) => [verdict, title]);

describe('cases', () => {
  it('show what was expected and received, with the line; a saved file starts them again', async () => {
    const folder = shopFolder();
    const studio = await openStudio(folder, { contract: shopContract });
    expect((await studio.call('proofs', {})).answer).toEqual({ proofs: [], rerun: true });
    await studio.call('prove', { kind: 'cases' });
    const first = await ended(studio, 'cases');
    expect(verdicts(first)).toEqual([
      ['passed', 'a blocked customer is not found'],
      ['failed', 'Anna lives in Bonn'],
    ]);
    const [, failed] = first.entries;
    expect(failed).toMatchObject({
      endpoint: '/catalog/customers/search',
      place: { file: 'cases/search.yaml', line: 7 },
      comparison: expect.arrayContaining([
        { kind: 'different', expected: '    city: Bonn', received: '    city: Ulm' },
      ]),
    });
    expect(failed?.details.map(({ label }) => label)).toEqual(['Sent', 'The same call of a service']);
    writeFileSync(join(folder, 'cases/search.yaml'), searchCases('Ulm'));
    const second = await ended(studio, 'cases', first.run + 1);
    expect(second.entries.map(({ verdict }) => verdict)).toEqual(['passed', 'passed']);
    const { answer } = await studio.call('board', {});
    expect(answer).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({
          path: '/catalog/customers/search',
          coverage: expect.objectContaining({ all: expect.any(Number) }),
        }),
      ]),
    });
  });

  it('are not started again where that is switched off', async () => {
    const folder = shopFolder();
    const studio = await openStudio(folder, { contract: shopContract });
    await studio.call('rerun', { on: false });
    await studio.call('prove', { kind: 'cases', filter: 'anna' });
    const { run, entries } = await ended(studio, 'cases');
    expect(entries).toHaveLength(1);
    const { answer } = await studio.call('read', { path: 'cases/search.yaml' });
    const { version } = operations.read.answer.parse(answer);
    const { first } = await studio.listen('files');
    await studio.call('save', { path: 'cases/search.yaml', text: searchCases('Ulm'), version });
    // A run would start together with this event.
    await first;
    expect(await proofOf(studio, 'cases')).toMatchObject({ run, status: 'ended' });
  });

  it('with errors are findings', async () => {
    const folder = shopFolder();
    writeFileSync(join(folder, 'cases/search.yaml'), 'cases: [{ case: x, call: /nowhere }]\n');
    const studio = await openStudio(folder, { contract: shopContract });
    await studio.call('prove', { kind: 'cases' });
    const { findings } = await ended(studio, 'cases');
    expect(findings[0]).toMatchObject({ severity: 'error', place: { file: 'cases/search.yaml' } });
  });
});

describe('other proofs', () => {
  it('conformance names the checks, and can be cancelled', async () => {
    const studio = await openStudio(shopFolder(), { contract: shopContract });
    await studio.call('prove', { kind: 'conformance', filter: 'search' });
    const { entries, status } = await ended(studio, 'conformance');
    expect(status).toBe('ended');
    expect(entries.length).toBeGreaterThan(3);
    expect(entries.every(({ title, endpoint }) => `${title} ${endpoint}`.toLowerCase().includes('search'))).toBe(true);
    expect(entries.find(({ endpoint }) => endpoint === '/catalog/customers/search')?.place).toEqual({
      file: 'profile.yaml',
      line: 12,
    });
    await studio.call('prove', { kind: 'conformance' });
    await studio.call('cancelProof', {});
    expect(await proofOf(studio, 'conformance')).toMatchObject({ status: 'cancelled' });
  });

  it('mutation shows the profile and the mutant that nothing detects', async () => {
    const folder = shopFolder();
    writeFileSync(join(folder, 'cases/search.yaml'), searchCases('Ulm'));
    const studio = await openStudio(folder, { contract: shopContract });
    await studio.call('prove', { kind: 'mutation', endpoint: '/credit/customer', filter: 'no such part' });
    const none = await ended(studio, 'mutation');
    expect([none.entries.length, none.notes]).toEqual([
      0,
      ['No part of the profile that this selects can be changed.'],
    ]);
    await studio.call('prove', { kind: 'mutation', endpoint: '/catalog/customers/search', sample: 2 });
    const { entries, notes } = await ended(studio, 'mutation', 2);
    expect(entries).toHaveLength(2);
    expect(notes.at(-1)).toMatch(/^2 mutants, \d detected/);
    for (const { verdict, reasons, comparison, place } of entries) {
      expect(place?.file).toBe('profile.yaml');
      if (verdict === 'passed') expect(reasons[0]).toMatch(/^Detected by the (case|check|finding) "/);
      else expect(comparison.some(({ kind }) => kind === 'different')).toBe(true);
    }
  });

  it('the sandbox reads the ERP of the settings, and drift compares it with a lock', async () => {
    const folder = shopFolder();
    const studio = await openStudio(folder, { contract: shopContract });
    await studio.call('prove', { kind: 'sandbox', filter: 'search' });
    const { entries } = await ended(studio, 'sandbox');
    expect(entries.some(({ verdict }) => verdict === 'passed')).toBe(true);
    expect(existsSync(join(folder, 'shop.sqlite'))).toBe(true);
    await studio.call('prove', { kind: 'drift' });
    expect((await ended(studio, 'drift', 2)).notes[0]).toMatch(/^There is no profile\.lock\.yaml\./);
    await studio.call('prove', { kind: 'drift', lock: true });
    expect((await ended(studio, 'drift', 3)).notes).toEqual(['profile.lock.yaml is written.']);
    expect(readFileSync(join(folder, 'profile.lock.yaml'), 'utf8')).toContain('customer');
    await studio.call('prove', { kind: 'drift' });
    const same = [['passed', 'The ERP is as profile.lock.yaml describes it.']];
    expect(verdicts(await ended(studio, 'drift', 4))).toEqual(same);
  });
});

/** The numbers of the invoices that runs have left in a database of the demo profile. */
function pushedInvoices(file: string): readonly unknown[] {
  const database = new Database(file, { readonly: true });
  const documentNumbers = database.prepare("SELECT doc_no FROM invoice WHERE doc_no LIKE 'SBX-%'").pluck().all();
  database.close();
  return documentNumbers;
}

describe('the sandbox with writes', () => {
  const request = { kind: 'sandbox', writes: true, filter: 'writes: /invoices/push: a document that was pushed' };

  it('leaves documents in the ERP only while writes are unlocked, and lists them', async () => {
    const studio = await openStudio(profileCopy());
    const file = join(studio.folder, 'demo.sqlite');
    await studio.call('call', { endpoint: '/debtors/list', body: '{"page":1,"limit":1}' });
    await studio.call('prove', request);
    const refused = await ended(studio, 'sandbox');
    expect([refused.entries, refused.notes]).toEqual([[], [expect.stringContaining('nothing was sent')]]);
    expect(pushedInvoices(file)).toEqual([]);
    await studio.call('unlockWrites', { name: 'demo' });
    await studio.call('prove', request);
    const { entries, notes } = await ended(studio, 'sandbox', 2);
    expect(entries.map(({ verdict }) => verdict)).toEqual(['passed']);
    const left = pushedInvoices(file);
    expect(left.length).toBeGreaterThan(0);
    expect(notes[0]).toBe('Left in the ERP:');
    for (const number of left) expect(notes.join()).toContain(String(number));
  });
});

describe('a running service', () => {
  it('is checked with its keys, which reach neither the page nor the log, and another one locks writes', async () => {
    const { service, close } = await serve({ name: 'demo', settings: {} });
    onTestFinished(close);
    const { ordering, receivables } = service.keys;
    const [key = '', receivablesKey = ''] = [ordering?.reveal(), receivables?.reveal()];
    const address = service.baseUrl();
    // The settings lead to no ERP: what is answered is the service's.
    const studio = await openStudio(profileCopy(), { env: { DEMO_DATABASE: '/nowhere/demo.sqlite' } });
    const texts: string[] = [];
    const ask = async (name: string, given: object) => {
      const { status, answer, text } = await studio.call(name, given);
      texts.push(text);
      return { status, answer };
    };
    const run = { kind: 'sandbox', service: true, filter: '/debtors/list' };
    await ask('prove', run);
    expect((await ended(studio, 'sandbox')).notes).toEqual(['Enter the address of the running service first.']);
    expect(await ask('useService', { address })).toMatchObject({
      ...{ status: 422, answer: { error: 'An API key is missing: enter it, or set ENGINE_KEY.' } },
    });
    expect((await ask('useService', { address: 'ftp://erp.example', key })).status).toBe(422);
    expect((await ask('useService', { address, key: 'Zwölf' })).status).toBe(422);
    const used = { service: { address, apps: ['ordering', 'receivables'] } };
    expect((await ask('useService', { address, key, receivablesKey })).answer).toEqual(used);
    await ask('prove', run);
    const { entries } = await ended(studio, 'sandbox', 2);
    expect(entries.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(entries.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(5);

    const unlocked = await ask('unlockWrites', { name: 'demo' });
    expect(unlocked.answer).toMatchObject({
      isUnlocked: true,
      targets: expect.arrayContaining([{ source: 'running service', address }]),
    });
    const wrong = 'Kanari-17-of-another-service';
    await ask('useService', { address: `${address}/other`, key: wrong });
    expect((await ask('writeLock', {})).answer).toMatchObject({ isUnlocked: false });
    await ask('prove', run);
    expect((await ended(studio, 'sandbox', 3)).entries.some(({ verdict }) => verdict === 'failed')).toBe(true);
    for (const name of ['proofs', 'service', 'project']) await ask(name, {});
    for (const secret of [key, receivablesKey, wrong]) expect(texts.join() + studio.errors()).not.toContain(secret);
  });
});

describe('secrets', () => {
  it('are in no result', async () => {
    const folder = shopFolder();
    writeFileSync(
      join(folder, 'fixture/data.sql'),
      "INSERT INTO customer VALUES ('K-1', 'Anna & Sons', 'Kanari-17', 0);\n",
    );
    const studio = await openStudio(folder, { env: { SHOP_TOKEN: 'Kanari-17' }, contract: shopContract });
    for (const kind of ['cases', 'sandbox']) await studio.call('prove', { kind });
    await ended(studio, 'sandbox');
    await studio.call('prove', { kind: 'cases' });
    const { entries } = await ended(studio, 'cases', 3);
    expect(JSON.stringify(entries)).toContain('[secret]');
    expect((await studio.call('proofs', {})).text).not.toContain('Kanari');
  });
});
