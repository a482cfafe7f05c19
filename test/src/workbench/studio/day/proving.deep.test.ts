/**
 * The tasks of a working day in which the profile is tried and proven, each by keyboard alone or by mouse (`npm run test:nightly`: by both): a new case, a failing case, a rehearsed write, and a
 * change of the ERP. Prints keys, clicks and seconds; docs/studio.md has them in a table.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { runHere } from '../../../cli/here.ts';
import { hasChromium, needsChromium } from '../browser.ts';
import { useChromium } from '../open-page.ts';
import { profileCopy } from '../studio.ts';
import {
  accountsCopy,
  answerWith,
  button,
  doTask,
  find,
  goTo,
  hands,
  inEditor,
  onDisk,
  replaceIn,
  type Task,
  testsBy,
} from './task.ts';

useChromium();

/** Runs the program in the folder of a profile. */
const engine = (folder: string, ...args: readonly string[]) =>
  runHere(args, { env: { DEMO_DATABASE: join(folder, 'demo.sqlite') }, cwd: folder });

const newCase: Task = {
  async keyboard(day) {
    const { person, page } = day;
    await goTo(day, 'try cu', 'Try Customer search');
    await page.locator('#request-query:focus').waitFor();
    await person.type('krone');
    await person.press('Enter');
    await answerWith(day, 'Krone');
    await person.press('Control+s');
    await button(page, /^Write the case/)
      .and(page.locator(':enabled'))
      .waitFor();
    await person.press('Enter');
    await page.getByText('Written:').waitFor();
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(page.getByRole('link', { name: 'Try Customer search' }));
    await page.locator('#request-query:focus').waitFor();
    await person.type('krone');
    await person.click(button(page, /^Call/));
    await answerWith(day, 'Krone');
    await person.click(button(page, 'Make a case of this'));
    await person.click(button(page, /^Write the case/).and(page.locator(':enabled')));
    await page.getByText('Written:').waitFor();
  },
};

/** The part of the text behind which a person writes. */
const openAmount = 'amount AS amountOpen';

const failingCase: Task = {
  async keyboard(day) {
    const { person, page } = day;
    await goTo(day, 'run ca', 'Run cases');
    await page.locator('.windowed button:focus').waitFor();
    await person.press('Tab');
    await page.getByRole('link', { name: '/customer-invoices/list' }).and(page.locator(':focus')).waitFor();
    await person.press('Enter');
    await inEditor(day);
    await find(day, openAmount);
    await person.press('ArrowLeft');
    await person.type('open_');
    await person.press('Control+s');
    await person.press('Alt+Digit6');
    await page.getByRole('tab', { name: 'Cases passed' }).waitFor();
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(page.getByRole('link', { name: /^Proof/ }));
    await person.click(button(page, /^Run cases/));
    await person.click(page.getByRole('link', { name: '/customer-invoices/list' }));
    await inEditor(day);
    await person.clickText(openAmount);
    await person.type('open_');
    await person.click(button(page, /^Save/));
    await person.click(page.getByRole('link', { name: /^Proof/ }));
    await page.getByRole('tab', { name: 'Cases passed' }).waitFor();
  },
};

/** IN-26-9103 of fixture/data.sql, of which 131.20 are open. */
const invoice = '103';

const rehearsal: Task = {
  async keyboard(day) {
    const { person, page } = day;
    await goTo(day, 'try pay pu', 'Try Payment push');
    await page.locator('#request-erpInvoiceId:focus').waitFor();
    await person.type(invoice);
    await person.press('Enter');
    await page.getByText('rolled back', { exact: true }).waitFor();
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(page.getByRole('link', { name: 'Try Payment push' }));
    await page.locator('#request-erpInvoiceId:focus').waitFor();
    await person.type(invoice);
    await person.click(button(page, /^Rehearse/));
    await page.getByText('rolled back', { exact: true }).waitFor();
  },
};

const drift: Task = {
  async keyboard(day) {
    const { person, page } = day;
    await goTo(day, 'compare', 'Compare the ERP');
    await page.locator('.findings button:focus').waitFor();
    await person.press('Enter');
    await inEditor(day);
    await find(day, 'c.town');
    await person.type('c.place');
    await person.press('Control+s');
    await onDisk(day, 'profile.yaml', 'c.place');
    await goTo(day, 'write the', 'Write the lock');
    await page.getByText('profile.lock.yaml is written.').waitFor();
  },
  async mouse(day) {
    const { person, page } = day;
    await person.click(page.getByRole('link', { name: /^Proof/ }));
    await person.click(page.getByRole('tab', { name: 'Drift' }));
    await person.click(button(page, /^Compare/));
    await person.click(page.locator('.findings button').first());
    await inEditor(day);
    await person.clickText('town AS city');
    for (const _ of 'town') await person.press('Delete');
    await person.type('place');
    await person.click(button(page, /^Save/));
    await onDisk(day, 'profile.yaml', 'c.place');
    await person.click(page.getByRole('link', { name: /^Proof/ }));
    await person.click(button(page, 'Write the lock'));
    await page.getByText('profile.lock.yaml is written.').waitFor();
  },
};

/** Number and sum of the payments in the database of the ERP, in cents. */
function payments(folder: string): unknown {
  const database = new Database(join(folder, 'demo.sqlite'), { readonly: true });
  const row = database
    .prepare('SELECT COUNT(*) AS count, CAST(SUM(amount) * 100 AS INTEGER) AS cents FROM receipt')
    .get();
  database.close();
  return row;
}

describe.skipIf(!hasChromium).each(hands)(`a working day by %s ${needsChromium}`, (hand) => {
  const task = testsBy(hand);

  task('makes a case of a call', async () => {
    const day = await doTask('new case', hand, newCase, accountsCopy());
    const file = 'cases/customer-search-by-query-1-row.yaml';
    expect(await onDisk(day, file, 'call: /catalog/customers/search')).toContain('Customer search by query: 1 row');
    const { status, out } = await engine(day.folder, 'test', './profile.yaml', '--filter', 'Customer search by query');
    expect([status, out]).toEqual([0, expect.stringMatching(/1 passed, 0 failed\.\n$/)]);
  });

  task('corrects the profile where a case fails', async () => {
    const folder = accountsCopy();
    const before = readFileSync(join(folder, 'profile.yaml'), 'utf8');
    replaceIn(folder, 'profile.yaml', `e.open_${openAmount}`, `e.${openAmount}`);
    const day = await doTask('failing case', hand, failingCase, folder);
    expect(await onDisk(day, 'profile.yaml', `e.open_${openAmount}`)).toBe(before);
    expect(await day.page.getByRole('region', { name: 'Results' }).textContent()).not.toContain('failed');
  });

  task('rehearses a payment, which changes nothing', async () => {
    const folder = profileCopy();
    expect((await engine(folder, 'check', '--connect', './profile.yaml')).status).toBe(0);
    const before = payments(folder);
    const { page } = await doTask('rehearsal', hand, rehearsal, folder);
    await page.getByRole('group', { name: 'Rows inserted into receipt' }).waitFor();
    expect(await page.getByRole('region', { name: 'Answer' }).locator('.badge.good').first().textContent()).toBe('200');
    expect(payments(folder)).toEqual(before);
  });

  task('follows a change of the ERP', async () => {
    const folder = accountsCopy();
    expect((await engine(folder, 'drift', '--lock', './profile.yaml')).status).toBe(0);
    expect(existsSync(join(folder, 'profile.lock.yaml'))).toBe(true);
    const database = new Database(join(folder, 'demo.sqlite'));
    database.exec('ALTER TABLE customer RENAME COLUMN town TO place');
    database.close();
    const day = await doTask('drift', hand, drift, folder);
    expect(await onDisk(day, 'profile.yaml', 'c.place AS city')).not.toContain('c.town');
    expect(await onDisk(day, 'profile.lock.yaml', 'place:')).not.toContain('[ town ]');
    const { status, err } = await engine(folder, 'drift', './profile.yaml');
    expect([status, err]).toEqual([0, '']);
  });
});
