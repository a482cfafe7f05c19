/** The views Proof and Writes in a real browser. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDemo } from '../../../support/demo-engine.ts';
import { runHere } from '../../cli/here.ts';
import { hasChromium, needsChromium } from './browser.ts';
import { examine, newPage, opened, useChromium } from './open-page.ts';
import { storeWrites } from './stored-writes.ts';
import { profileCopy } from './studio.ts';

useChromium();

/** A copy of the demo profile without its cases of writes, in one of whose cases the expected values are wrong. */
function copyWithFault(): { readonly folder: string; readonly file: string } {
  const folder = profileCopy();
  for (const name of ['drafts', 'pushes']) rmSync(join(folder, `cases/${name}.yaml`));
  const file = join(folder, 'cases/account.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('amountTotal: 254, amountOpen: 131.2', 'amountTotal: 254, amountOpen: 113.2'));
  return { folder, file };
}

describe.skipIf(!hasChromium)(`the page ${needsChromium}`, () => {
  it('proves the profile: what fails first, side by side, with the line; again on save', async () => {
    const { folder, file } = copyWithFault();
    const { page, complaints } = await opened(folder);
    await page.keyboard.press('Alt+Digit6');
    await page.getByText('Not run in this session.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: '1 failed', exact: true }).waitFor({ timeout: 120_000 });
    await page.getByText('Cancel').waitFor({ state: 'detached', timeout: 120_000 });
    await page.locator('.compare .received').first().waitFor();
    expect(await page.locator('.compare .expected').first().textContent()).toContain('amountOpen: 113.2');
    await examine(page, 'proof');
    await page.locator('.windowed button').first().focus();
    expect(await page.locator('.windowed button').first().textContent()).toContain('1 failed');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.locator('.windowed button[aria-current]').filter({ hasText: 'passed' }).waitFor();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('Asked').waitFor();
    expect(await result.getByText('customerErpId').first().textContent()).toMatch(/^customerErpId: /);
    await page.keyboard.press('ArrowUp');
    const line = readFileSync(file, 'utf8').split('\n').indexOf('  - case: paid invoices, and one that is open') + 1;
    await page.getByRole('link', { name: `cases/account.yaml:${line}` }).click();
    await page.getByRole('textbox', { name: 'Text of cases/account.yaml' }).waitFor();
    await page.keyboard.press('Alt+Digit6');
    await result.getByRole('button', { name: 'Open in Try' }).click();
    await page.getByRole('heading', { name: 'Try' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Endpoint' }).inputValue()).toBe('/customer-invoices/list');
    await expect.poll(() => page.locator('#request-customerErpId').inputValue()).toMatch(/^K\d+$/);
    await page.keyboard.press('Alt+Digit6');
    await result.getByRole('button', { name: 'Accept what was received' }).click();
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 60_000 }).toContain('amountOpen: 131.2');
    await page.locator('nav .badge.bad').waitFor({ state: 'detached', timeout: 120_000 });
    await page.keyboard.press('Alt+Digit6');
    await page.getByRole('tab', { name: 'Cases passed' }).waitFor({ timeout: 120_000 });
    expect(complaints).toEqual([]);
  });

  it('asks for the key of a running service, and keeps it nowhere', async () => {
    const { page, complaints } = await opened(profileCopy(), { ENGINE_KEY: 'of-the-environment' });
    await page.keyboard.press('Alt+Digit6');
    await page.getByRole('tab', { name: 'Sandbox' }).click();
    await page.getByRole('radio', { name: 'A running service' }).check();
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9/middleware');
    await page.getByLabel('Key', { exact: true }).fill('Kanari-17-of-the-service');
    await page.keyboard.press('Enter');
    await page.getByText('keys of both apps').waitFor();
    await examine(page, 'sandbox');
    await page.getByRole('button', { name: 'Change…' }).click();
    expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('');
    const kept: string = await page.evaluate(
      'JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    );
    expect(kept).not.toContain('Kanari');
    expect(await page.getByRole('button', { name: 'Run with writes into the ERP' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Unlock writes…' }).count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('shows writes in doubt, and asks before each decision', async () => {
    const folder = profileCopy();
    const store = join(folder, 'store.sqlite');
    // A service has been there: the ERP's database has its table of keys.
    const environment = { DEMO_DATABASE: join(folder, 'demo.sqlite') };
    await (await openDemo(join(folder, 'profile.yaml'), { environment })).close();
    await storeWrites(store);
    const { page, complaints } = await opened(folder, { ENGINE_STORE: store, ENGINE_INSTALLATION: 'acme' });
    await page.keyboard.press('Alt+Digit7');
    await page.getByRole('article', { name: '/sale-draft PO-2026-0317' }).waitFor();
    await examine(page, 'writes');
    await page.getByRole('button', { name: 'The ERP does not have it PO-2026-0317' }).click();
    await page.getByText('there will be two').waitFor();
    await examine(page, 'decision');
    await page.keyboard.press('Escape');
    await page.getByText('2 to decide').waitFor();
    await page.getByRole('button', { name: 'The ERP does not have it PO-2026-0317' }).click();
    await page.getByText('there will be two').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'The ERP does not have it' }).click();
    await page.getByText('Resolved.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 to decide').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the report of engine test on a phone, accessible', async () => {
    const { folder } = copyWithFault();
    const { status } = await runHere(['test', './profile.yaml', '--filter', 'invoice', '--report', 'report.html'], {
      ...{ env: {}, cwd: folder },
    });
    expect(status).toBe(1);
    const page = await newPage(390, 844);
    await page.goto(`file://${join(folder, 'report.html')}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^1 of \d+ cases failed$/);
    await examine(page, 'report');
    const width: number = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(390);
  });
});
