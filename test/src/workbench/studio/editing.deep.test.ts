/** Writing in the editor of the page with real keys: completion, cures, declarations, uses, new names, columns from the view Data, and unlocked writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { hasChromium, needsChromium } from './browser.ts';
import { examine, type OpenedPage, opened, useChromium } from './open-page.ts';
import { profileCopy } from './studio.ts';

useChromium();

const textOf = ({ studio }: OpenedPage): string => readFileSync(join(studio.folder, 'profile.yaml'), 'utf8');

/** Sets the cursor of the profile's text behind the first occurrence of a text. */
async function cursorBehind({ page, studio }: OpenedPage, text: string, wanted: string): Promise<void> {
  const before = text.slice(0, text.indexOf(wanted) + wanted.length).split('\n');
  const place = `line=${before.length}&column=${(before.at(-1) ?? '').length + 1}`;
  await page.goto(`http://127.0.0.1:${studio.port}/#/profile?file=profile.yaml&${place}`);
  await page.getByRole('textbox', { name: 'Text of profile.yaml' }).waitFor();
  await page.locator('.cm-editor.cm-focused').first().waitFor();
}

/** The proposal that Enter would take. */
const chosen = (page: Page) => page.locator('.cm-tooltip-autocomplete li[aria-selected]');

/** Saves, and waits until the file has a text. */
async function saved(opened: OpenedPage, text: string): Promise<void> {
  await opened.page.keyboard.press('Control+s');
  await vi.waitFor(() => expect(textOf(opened)).toContain(text), 60_000);
}

describe.skipIf(!hasChromium)(`the editor ${needsChromium}`, () => {
  it('completes columns of the database while a query is typed', async () => {
    const studio = await opened();
    const { page, complaints } = studio;
    await cursorBehind(studio, textOf(studio), 'SELECT c.account_no AS erpId');
    await page.getByText(/^Completes the 17 tables of the database/).waitFor();
    await page.keyboard.type(', c.pri');
    await chosen(page).filter({ hasText: 'price_list' }).waitFor();
    await page
      .locator('.cm-editor')
      .first()
      .hover({ position: { x: 5, y: 5 } });
    await examine(page, 'completion');
    await page.keyboard.press('Enter');
    await saved(studio, 'SELECT c.account_no AS erpId, c.price_list');
    expect(complaints).toEqual([]);
  });

  it('joins a table by its foreign key, and proposes what can follow', async () => {
    const studio = await opened();
    const { page, complaints } = studio;
    await cursorBehind(studio, textOf(studio), 'SELECT c.account_no AS erpId');
    await page.getByText(/^Completes the 17 tables of the database/).waitFor();
    await page.keyboard.type(' FROM customer c LEFT JOIN ');
    await chosen(page).filter({ hasText: ' ON ' }).waitFor();
    await page.keyboard.type('price_l');
    await chosen(page).filter({ hasText: 'price_list pl ON pl.code = c.price_list' }).waitFor();
    await page.keyboard.press('Enter');
    await saved(studio, 'LEFT JOIN price_list pl ON pl.code = c.price_list');
    await page.keyboard.type(' WHE');
    await chosen(page).filter({ hasText: 'WHERE' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('cures a finding by keys, and goes to a declaration', async () => {
    const studio = await opened();
    const { page, complaints } = studio;
    const before = textOf(studio);
    await cursorBehind(studio, before, '\n    search');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('x');
    await page.getByText('Unknown key "searcx"', { exact: false }).first().waitFor();
    await page.keyboard.press('Control+.');
    await page.getByRole('menuitem', { name: 'Replace searcx with search' }).waitFor();
    await examine(page, 'fix');
    await page.keyboard.press('Enter');
    await page.getByText('No findings.').waitFor();
    expect(textOf(studio)).toBe(before);
    const name = /\{(\w+)\}/.exec(before.slice(before.indexOf('endpoints:')))?.[1] ?? '';
    await cursorBehind(studio, before, `{${name}`);
    await page.keyboard.press('F1');
    await page.locator('.explained').waitFor();
    await page.keyboard.press('F12');
    const line = before.slice(0, before.search(new RegExp(`^  ${name}:`, 'm'))).split('\n').length;
    await vi.waitFor(() => expect(page.url()).toContain(`line=${line}&`), 60_000);
    expect(complaints).toEqual([]);
  });

  it('lists the places of a name, and renames it by keys, in the cases too', async () => {
    const setting = 'bank_account';
    const folder = profileCopy();
    const cases = join(folder, 'cases/pushes.yaml');
    writeFileSync(cases, `settings: { ${setting}: MAIN }\n${readFileSync(cases, 'utf8')}`);
    const studio = await opened(folder);
    const { page, complaints } = studio;
    const before = textOf(studio);
    const uses = before.split(setting).length - 1;
    await cursorBehind(studio, before, setting);
    await page.keyboard.press('Shift+F12');
    const list = page.getByRole('menu', { name: `${uses + 1} places of ${setting}` });
    await list.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await examine(page, 'references');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await vi.waitFor(() => expect(page.url()).toContain('file=cases'), 60_000);
    await cursorBehind(studio, before, setting);
    await page.keyboard.press('F2');
    const box = page.getByRole('textbox', { name: 'New name' });
    await box.and(page.locator(':focus')).waitFor();
    expect(await box.inputValue()).toBe(setting);
    await page.keyboard.type('two words');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('"two words" is not a name').waitFor();
    await examine(page, 'rename');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('renamed_here');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('renamed_here is also in one place of cases/pushes.yaml').waitFor();
    expect(textOf(studio)).toBe(before.replaceAll(setting, 'renamed_here'));
    expect(readFileSync(cases, 'utf8')).toMatch(/^settings: \{ renamed_here: MAIN \}\n/);
    await page.getByRole('complementary', { name: 'Findings' }).getByText('No findings.').waitFor();
    // The person goes on typing in the text.
    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':enabled')).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps what was typed while another view is shown, which inserts a column at the cursor', async () => {
    const studio = await opened();
    const { page } = studio;
    await cursorBehind(studio, textOf(studio), 'SELECT c.account_no AS erpId');
    await page.keyboard.type(', ');
    await page.keyboard.press('Alt+Digit4');
    await page.getByLabel('Search tables and columns').fill('customer');
    await page.getByRole('button', { name: /^customer / }).click();
    await page.getByRole('button', { name: 'Insert customer.price_list into the query' }).click();
    await page.locator('.cm-editor.cm-focused').waitFor();
    await saved(studio, 'SELECT c.account_no AS erpId, c.price_list');
    await page.keyboard.type(' AS price');
    await saved(studio, 'SELECT c.account_no AS erpId, c.price_list AS price');
  });

  it('saves again while the first save is not answered yet', async () => {
    const studio = await opened();
    const { page } = studio;
    const { promise: isSaved, resolve: answerFirst } = Promise.withResolvers<void>();
    let saves = 0;
    await page.route('**/api/save', async (route) => {
      saves += 1;
      const response = await route.fetch();
      if (saves === 1) await isSaved;
      await route.fulfill({ response });
    });
    await cursorBehind(studio, textOf(studio), 'SELECT c.account_no AS erpId');
    await page.keyboard.type(', c.city');
    await saved(studio, 'SELECT c.account_no AS erpId, c.city');
    await page.keyboard.type(' AS town');
    await page.keyboard.press('Control+s');
    answerFirst();
    await vi.waitFor(() => expect(textOf(studio)).toContain('SELECT c.account_no AS erpId, c.city AS town'), 60_000);
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).first().waitFor();
    expect(await page.getByText('has changed on disk').count()).toBe(0);
  });

  it('shows on every view that writes are unlocked', async () => {
    const { page, studio } = await opened();
    await page.goto(`http://127.0.0.1:${studio.port}/#/try?endpoint=/payments/push`);
    await page.getByRole('button', { name: 'Unlock writes…' }).click();
    await page.getByLabel('Type demo to unlock').fill('dem');
    await page.keyboard.press('Enter');
    await page.getByText('Writes stay rehearsed').waitFor();
    await page.keyboard.type('o');
    await page.getByText('Writes stay rehearsed').waitFor({ state: 'detached' });
    await examine(page, 'unlock');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Write into the ERP' }).waitFor();
    await examine(page, 'unlocked');
    await page.keyboard.press('Alt+Digit1');
    await page.getByRole('status').getByText('Writes are unlocked').waitFor();
    await page.reload();
    await page.getByRole('status').getByRole('button', { name: 'Lock' }).click();
    await page.getByRole('status').waitFor({ state: 'detached' });
  });
});
