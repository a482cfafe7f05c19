/**
 * The tasks of a working day in which the profile is written, each by keyboard alone or by mouse (`npm run test:nightly`: by both): opening an endpoint, a first endpoint, a wrong column, a new
 * name, a price rule, and the sign of credit notes. Prints keys, clicks and seconds; docs/studio.md has them in a table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { databaseKinds } from '../../../../../engine/index.ts';
import { blankProfile } from '../../../../../src/workbench/init/blank-profile.ts';
import { hasChromium, needsChromium } from '../browser.ts';
import { useChromium } from '../open-page.ts';
import { shopFolder } from '../shop.ts';
import { profileCopy } from '../studio.ts';
import {
  answerWith,
  button,
  type Day,
  doTask,
  find,
  goTo,
  hands,
  inEditor,
  link,
  onDisk,
  replaceIn,
  type Task,
  testsBy,
} from './task.ts';

useChromium();

const open: Task = {
  async keyboard(day) {
    await goTo(day, 'unit', 'Unit price');
    await inEditor(day);
  },
  async mouse(day) {
    await day.person.click(link(day.page, 'Unit price'));
    await inEditor(day);
  },
};

/** A blank profile over the database of the shop. */
function blankShop(): string {
  const folder = shopFolder();
  const kind = databaseKinds.find(({ connection }) => connection.schemes.length === 0);
  if (kind === undefined) throw new Error('There is no kind of database that is a file.');
  writeFileSync(join(folder, 'profile.yaml'), blankProfile('shop', kind, '1'));
  const database = new Database(join(folder, 'shop.sqlite'));
  for (const name of ['schema', 'data']) database.exec(readFileSync(join(folder, `fixture/${name}.sql`), 'utf8'));
  database.close();
  return folder;
}

/** The words of a new endpoint, with the letters that a person types of each: the first proposals are the table, and its key. */
const words = [
  ['', 'customer'],
  ['', 'no'],
  ['na', 'name'],
] as const;

/** The proposal that Enter and Tab take. */
const proposed = ({ page }: Day, word: string): Locator =>
  page.locator('.cm-tooltip-autocomplete li[aria-selected]').filter({ hasText: new RegExp(`^${word}(?![a-z])`) });

const firstEndpoint: Task = {
  async keyboard(day) {
    const { person, page } = day;
    await goTo(day, 'cus', 'Begin Customer search');
    for (const [letters, word] of words) {
      if (letters !== '') await person.type(letters);
      await proposed(day, word).waitFor();
      // The editor takes a key that follows at once for one that was meant for the text.
      await page.waitForTimeout(150);
      await person.press('Tab');
      await page.locator('.cm-line', { hasText: new RegExp(`(?:FROM|SELECT|^) *${word}\\b`) }).waitFor();
    }
    await person.press('Control+Enter');
    await answerWith(day, 'Hagen');
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(page.getByRole('link', { name: 'Begin Customer search' }));
    for (const [index, [, word]] of words.entries()) {
      if (index > 0) await person.press('Tab');
      const option = page.locator('.cm-tooltip-autocomplete li').filter({ hasText: new RegExp(`^${word}(?![a-z])`) });
      await person.click(option.first());
    }
    await person.click(button(page, /^Call/));
    await answerWith(day, 'Hagen');
  },
};

const wrongColumn: Task = {
  async keyboard(day) {
    const { person, page } = day;
    await person.press('Alt+Digit2');
    await inEditor(day);
    await page.locator('.findings li', { hasText: 'no such column: c.twn' }).waitFor();
    await person.press('F8');
    await person.press('Control+.');
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await person.press('Enter');
    await person.press('Control+Enter');
    await answerWith(day, 'Freiburg');
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(page.getByRole('link', { name: /^Profile/ }));
    await person.click(button(page, /^Replace .*twn with/));
    await person.click(button(page, /^Call/));
    await answerWith(day, 'Freiburg');
  },
};

const rename: Task = {
  async keyboard(day) {
    const { person, page } = day;
    await goTo(day, 'bank', 'bank_account');
    await inEditor(day);
    await person.press('F2');
    await page.getByRole('textbox', { name: 'New name' }).and(page.locator(':focus')).waitFor();
    await person.type('house_bank');
    await person.press('Enter');
    await page.getByRole('status').getByText('All files are saved.').waitFor();
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(page.getByRole('link', { name: /^Profile/ }));
    await inEditor(day);
    await person.clickText('ank_account:');
    await person.click(button(page, /rename$/));
    await page.getByRole('textbox', { name: 'New name' }).and(page.locator(':focus')).waitFor();
    await person.type('house_bank');
    await person.click(page.locator('.rename-box button'));
    await page.getByRole('status').getByText('All files are saved.').waitFor();
  },
};

/** The rule of the demo profile that its copy lacks: the price list comes before the base price. */
const rule =
  "- query: SELECT p.price AS systemUnitPrice, 'price list' AS source FROM ({list_price(:customerErpId, :productErpId)}) p";

const priceRule: Task = {
  async keyboard(day) {
    const { person } = day;
    await goTo(day, 'unit', 'Unit price');
    await inEditor(day);
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'Enter']) await person.press(key);
    await person.type(rule);
    await person.press('Control+Enter');
    await day.page.locator('#beside-customerErpId:focus').waitFor();
    await person.type('K10003');
    await person.press('Enter');
    await day.page.locator('#beside-productErpId:focus').waitFor();
    await person.type('2');
    // A person is slower than the page, which folds the request once it is complete.
    await day.page.waitForTimeout(300);
    await person.press('Enter');
    await answerWith(day, 'price list');
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(link(page, 'Unit price'));
    await inEditor(day);
    await person.clickText("- query: SELECT p.price AS systemUnitPrice, 'base price'");
    await person.type(`${rule}\n`);
    await person.click(button(page, /^Call/));
    await page.locator('#beside-customerErpId:focus').waitFor();
    await person.type('K10003');
    await person.click(page.locator('#beside-productErpId'));
    await person.type('2');
    await person.click(button(page, /^Call/));
    await answerWith(day, 'price list');
  },
};

const creditNoteSign: Task = {
  async keyboard(day) {
    const { person } = day;
    await goTo(day, 'invoice im', 'Invoice import');
    await inEditor(day);
    await find(day, 'l.amount');
    await person.type('{line_sign} * l.amount');
    await person.press('Control+Enter');
    await answerWith(day, 'CN-26-9132');
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(link(page, 'Invoice import'));
    await inEditor(day);
    await person.clickText('l.amount');
    await person.type('{line_sign} * ');
    await person.click(button(page, /^Call/));
    await answerWith(day, 'CN-26-9132');
  },
};

interface Invoice {
  readonly invoiceNumber: string;
  readonly amountTotal: number;
  readonly lines: readonly { readonly amount: number }[];
}

describe.skipIf(!hasChromium).each(hands)(`a working day by %s ${needsChromium}`, (hand) => {
  const task = testsBy(hand);

  task('opens the text of an endpoint', async () => {
    const { page } = await doTask('open', hand, open, profileCopy());
    await expect.poll(() => page.locator('.cm-activeLine').first().textContent()).toBe('  /pricing/resolve:');
  });

  task('writes a first endpoint', async () => {
    const folder = blankShop();
    const environment = { SHOP_DB_FILE: join(folder, 'shop.sqlite') };
    const day = await doTask('first endpoint', hand, firstEndpoint, folder, environment);
    expect(await onDisk(day, 'profile.yaml', 'FROM customer')).toMatch(/\n {2}\/catalog\/customers\/search:\n/);
    // Three customers: the new endpoint has no condition yet.
    expect(await answerWith(day, 'Hagen')).toMatchObject({
      hits: [{ erpId: 'K-1' }, { erpId: 'K-2' }, { erpId: 'K-3' }],
    });
  });

  task('corrects a misspelt column', async () => {
    const folder = profileCopy();
    const before = readFileSync(join(folder, 'profile.yaml'), 'utf8');
    replaceIn(folder, 'profile.yaml', 'c.town AS city', 'c.twn AS city');
    const day = await doTask('wrong column', hand, wrongColumn, folder);
    expect(await onDisk(day, 'profile.yaml', 'c.town AS city')).toBe(before);
  });

  task('gives a setting another name, in the cases too', async () => {
    const folder = profileCopy();
    const cases = join(folder, 'cases/pushes.yaml');
    writeFileSync(cases, `settings: { bank_account: MAIN }\n${readFileSync(cases, 'utf8')}`);
    const before = readFileSync(join(folder, 'profile.yaml'), 'utf8');
    const day = await doTask('rename', hand, rename, folder);
    expect(await onDisk(day, 'profile.yaml', 'house_bank')).toBe(before.replaceAll('bank_account', 'house_bank'));
    expect(readFileSync(cases, 'utf8')).toMatch(/^settings: \{ house_bank: MAIN \}\n/);
  });

  task('adds a rule to the prices', async () => {
    const folder = profileCopy();
    const before = readFileSync(join(folder, 'profile.yaml'), 'utf8');
    replaceIn(folder, 'profile.yaml', `      ${rule}\n`, '');
    const day = await doTask('price rule', hand, priceRule, folder);
    expect(await onDisk(day, 'profile.yaml', "'price list'")).toBe(before);
    // The price of the list TRADE for item 2, as fixture/data.sql has it.
    expect(await answerWith(day, 'price list')).toMatchObject({ systemUnitPrice: 0.378, source: 'price list' });
  });

  task('corrects the sign of the lines of credit notes', async () => {
    const folder = profileCopy();
    const before = readFileSync(join(folder, 'profile.yaml'), 'utf8');
    replaceIn(folder, 'profile.yaml', '{line_sign} * l.amount', 'l.amount');
    const day = await doTask('credit note sign', hand, creditNoteSign, folder);
    expect(await onDisk(day, 'profile.yaml', '{line_sign} * l.amount')).toBe(before);
    const { invoices } = JSON.parse(JSON.stringify(await answerWith(day, 'CN-26-9132'))) as {
      invoices: readonly Invoice[];
    };
    const credits = invoices.filter(({ invoiceNumber }) => invoiceNumber.startsWith('CN-'));
    expect(credits.length).toBeGreaterThan(1);
    for (const { amountTotal, lines } of credits) {
      const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      expect(cents).toBe(Math.round(amountTotal * 100));
    }
  });
});
