/** The editor and the answer side by side, in a real browser: one key saves and calls again, and a database answers while a person types. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { hasChromium, needsChromium } from './browser.ts';
import { examine, type OpenedPage, opened, useChromium } from './open-page.ts';
import { shopFolder } from './shop.ts';

useChromium();

/** The shop without its secret: a profile that contains one is read-only. */
function editableShop(): string {
  const folder = shopFolder();
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n {2}token: .*/, ''));
  return folder;
}

const profileText = ({ studio }: OpenedPage): string => readFileSync(join(studio.folder, 'profile.yaml'), 'utf8');

/** Sets the cursor of the profile's text behind the first occurrence of a text. */
async function cursorBehind(given: OpenedPage, wanted: string): Promise<void> {
  const { page, studio } = given;
  const text = profileText(given);
  const before = text.slice(0, text.indexOf(wanted) + wanted.length).split('\n');
  const place = `line=${before.length}&column=${(before.at(-1) ?? '').length + 1}`;
  await page.goto(`http://127.0.0.1:${studio.port}/#/profile?file=profile.yaml&${place}`);
  await page.locator('.cm-editor.cm-focused').first().waitFor();
}

/** The last answer, as it is shown. */
const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' });

/** The shop lacks 15 of the 18 endpoints of the contract. */
describe.skipIf(!hasChromium)(`the answer beside the editor ${needsChromium}`, () => {
  it('is that of the endpoint at the cursor: one key saves and calls again, with the last request', async () => {
    const studio = await opened(editableShop());
    const { page, complaints } = studio;
    await cursorBehind(studio, 'SELECT no AS erpId');
    await page.keyboard.press('Control+Enter');
    await answerOf(page).getByText('"Anna & Sons"').waitFor();
    await answerOf(page).getByText('An error elsewhere in the profile does not affect this call.').waitFor();
    await page.getByText('Request').first().click();
    await page.getByLabel('query').fill('anna');
    await page.locator('.cm-content').first().focus();
    await page.keyboard.type(' /* again */');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('combobox', { name: 'Call' }).waitFor();
    expect(profileText(studio)).toContain('SELECT no AS erpId /* again */');
    await answerOf(page).getByText('"Hagen"').waitFor({ state: 'detached' });
    await answerOf(page).getByRole('button', { name: 'Changes' }).click();
    await answerOf(page).locator('.compare .expected', { hasText: 'Hagen' }).waitFor();
    await answerOf(page).getByRole('button', { name: 'Table' }).click();
    const row = page.getByRole('group', { name: 'Rows of hits' }).getByRole('row').nth(1);
    await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(['K-1', 'Anna & Sons', 'Ulm']);
    await examine(page, 'beside');
    await page.getByRole('button', { name: 'Line 13 of the statement' }).click();
    await vi.waitFor(() => expect(page.url()).toContain('line=13&'), 60_000);
    expect(profileText(studio).split('\n')[12]).toContain('query: SELECT no');
    // The view Try has the same call.
    await page.keyboard.press('Alt+Digit3');
    await page.getByRole('heading', { name: 'Try' }).waitFor();
    await answerOf(page).getByText('K-1').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the errors of fields at their fields', async () => {
    const studio = await opened(editableShop());
    const { page } = studio;
    await cursorBehind(studio, 'creditLimit');
    await page.keyboard.press('Control+Enter');
    const field = page.getByLabel('customerErpId');
    // The first key asks for the value, the second one sends the request without it.
    await field.and(page.locator(':focus')).waitFor();
    expect(await page.getByRole('region', { name: 'Answer' }).count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    const described = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')[0];
    expect(await page.locator(`#${described}`).textContent()).not.toBe('');
    await field.fill('K-1');
    await page.keyboard.press('Control+Enter');
    await answerOf(page).getByText('5000.25').waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
  });

  it('has the findings of the database while typing, with cures, and without those of corrected lines', async () => {
    const studio = await opened(editableShop());
    const { page, complaints } = studio;
    await cursorBehind(studio, 'AS erpId, name');
    await page.keyboard.type('s');
    const finding = page.locator('.findings li', { hasText: 'no such column: names' });
    await finding.waitFor();
    await page.getByText('The errors may keep the databases from describing all statements').waitFor();
    await page.keyboard.press('Control+.');
    await page.getByRole('menuitem', { name: 'Replace names with name' }).waitFor();
    await page.keyboard.press('Enter');
    await finding.waitFor({ state: 'detached' });
    await page.getByText('The databases have described the statements of this text.').waitFor();
    expect(await finding.count()).toBe(0);
    await cursorBehind(studio, "creditLimit, 12.5 AS creditUsed, 'EUR' AS currency FROM customer");
    await page.keyboard.type('s');
    const table = page.locator('.findings li', { hasText: 'no such table: customers' });
    await table.getByRole('button', { name: 'Replace customers with customer' }).waitFor();
    await page.keyboard.press('Backspace');
    await table.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('begins a missing endpoint by one click, with the table as its first place', async () => {
    const studio = await opened(editableShop());
    const { page, complaints } = studio;
    await page.getByRole('link', { name: 'Begin Product search' }).first().click();
    await page.locator('.cm-snippetField').first().waitFor();
    await page.keyboard.type('customer');
    await page.keyboard.press('Control+s');
    await vi.waitFor(
      () => expect(profileText(studio)).toMatch(/\n {2}\/catalog\/products\/search:\n[\s\S]*FROM customer\b/),
      60_000,
    );
    // An address that begins nothing when it is opened again.
    expect(page.url()).not.toContain('begin');
    await page.keyboard.press('Alt+Digit1');
    await page.keyboard.press('Alt+Digit2');
    await page.locator('.cm-editor').first().waitFor();
    expect(profileText(studio).match(/products\/search/g)).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('indents the line behind a key without a value', async () => {
    const studio = await opened(editableShop());
    const { page } = studio;
    await cursorBehind(studio, "'EUR' AS currency FROM customer WHERE no = :customerErpId");
    await page.keyboard.press('Enter');
    await page.keyboard.type('fields:');
    await page.keyboard.press('Enter');
    await page.keyboard.type('currency: currency');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await vi.waitFor(() => expect(profileText(studio)).toContain('\n    fields:\n      currency: currency\n'), 60_000);
  });
});
