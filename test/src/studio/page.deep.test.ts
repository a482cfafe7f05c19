/**
 * The page of the studio in a real browser: what a person does with it, its accessibility, and its screenshots. SCREENSHOTS=<folder> keeps
 * those; those of docs/studio are made with SCREENSHOTS=docs/studio.
 */
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasChromium, needsChromium, openChromium } from './browser.ts';
import { openStudio, profileCopy, root, type StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 180_000 });

const pictures =
  process.env.SCREENSHOTS === undefined
    ? mkdtempSync(join(tmpdir(), 'engine-studio-pictures-'))
    : resolve(root, process.env.SCREENSHOTS);

let browser: Browser | undefined;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  browser = hasChromium ? await openChromium() : undefined;
});
afterAll(() => browser?.close());

interface Opened {
  readonly studio: StudioUnderTest;
  readonly page: Page;
  /** What the browser reported: errors of scripts, refusals of the content security policy, failed requests. */
  readonly complaints: readonly string[];
}

/** Opens the printed address. */
async function opened(): Promise<Opened> {
  const studio = await openStudio(profileCopy());
  const page = await browser?.newPage({ viewport: { width: 1440, height: 900 } });
  if (page === undefined) throw new Error('The browser has not been started.');
  const complaints: string[] = [];
  page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on(
    'response',
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  );
  page.on('request', (request) => new URL(request.url()).hostname !== '127.0.0.1' && complaints.push(request.url()));
  await page.goto(`http://127.0.0.1:${studio.port}/?token=${studio.token}`);
  await page.locator('.board').waitFor();
  return { studio, page, complaints };
}

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Rules of axe that the page violates, each with the elements. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; void 0`);
  const { violations: found }: AxeResult = await page.evaluate('axe.run()');
  return found.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Checks a view in both colour schemes, and takes its pictures. */
async function examine(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate("document.querySelector('main').scrollTop = 0");
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect([name, colorScheme, await violations(page)]).toEqual([name, colorScheme, []]);
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The id of an invoice that takes a payment. */
function openInvoice(folder: string): string {
  const database = new Database(join(folder, 'demo.sqlite'), { readonly: true });
  const query = `SELECT i.invoice_id FROM invoice i JOIN account_entry e ON e.invoice_id = i.invoice_id
    WHERE i.kind = 'INVOICE' AND i.state = 'POSTED' AND e.kind = 'INVOICE' AND e.open_amount > 1`;
  const id = database.prepare(query).pluck().get();
  database.close();
  return String(id);
}

describe.skipIf(!hasChromium)(`the page ${needsChromium}`, () => {
  it('shows each view, accessible and without complaints of the browser', async () => {
    const { page, complaints } = await opened();
    await examine(page, 'endpoints');
    await page.keyboard.press('Alt+Digit2');
    await page.getByRole('textbox', { name: 'Text of profile.yaml' }).waitFor();
    await examine(page, 'profile');
    await page.keyboard.press('Alt+Digit3');
    await page.getByLabel('query').fill('gmbh');
    await page.keyboard.press('Control+Enter');
    await page.locator('.steps').waitFor();
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByText('Plan of the database').first().waitFor();
    await examine(page, 'try');
    await page.keyboard.press('Alt+Digit4');
    await page.getByLabel('Search tables and columns').fill('cust price');
    await page.getByRole('button', { name: /^customer_price / }).click();
    await page.getByRole('group', { name: 'First rows of customer_price' }).waitFor();
    await examine(page, 'data');
    await page.keyboard.press('Alt+Digit5');
    await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('/invoices/list');
    await page.getByText('invoice_line.amount').waitFor();
    await examine(page, 'lineage');
    expect(complaints).toEqual([]);
  });

  it('edits the profile: findings while typing, save, and changes on disk', async () => {
    const { page, studio, complaints } = await opened();
    const file = join(studio.folder, 'profile.yaml');
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('probe: SELECT')) + 1;
    await page.goto(`http://127.0.0.1:${studio.port}/#/profile?file=profile.yaml&line=${line}&column=200`);
    await page.getByRole('textbox', { name: 'Text of profile.yaml' }).waitFor();
    await page.getByText('No findings.').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' FROM');
    await page.getByRole('button', { name: /SQL/ }).first().waitFor();
    for (const _ of ' FROM') await page.keyboard.press('Backspace');
    await page.getByText('No findings.').waitFor();
    await page.keyboard.type(' -- R 17');
    await page.keyboard.press('Control+s');
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('FROM company -- R 17\n'));
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).waitFor();
    expect(complaints).toEqual([]);
  });

  it('rehearses a write with a record of the ERP, and shows the changes', async () => {
    const { page, studio } = await opened();
    await page.goto(`http://127.0.0.1:${studio.port}/#/try?endpoint=/payments/push`);
    await page.getByRole('button', { name: /^Look up/ }).click();
    await page.locator('.offer li button').first().click();
    expect(await page.getByLabel('erpInvoiceId').inputValue()).toMatch(/^\d+$/);
    await page.getByLabel('erpInvoiceId').fill(openInvoice(studio.folder));
    await page.getByLabel('amount').fill('0.01');
    await page.getByRole('button', { name: /^Rehearse/ }).click();
    await page.getByRole('heading', { name: 'What the write would change' }).waitFor();
    expect(await page.getByText('rolled back', { exact: true }).count()).toBe(1);
    await examine(page, 'rehearsal');
  });
});
