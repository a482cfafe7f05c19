/** The page of the studio in a real browser: what a person does with it, its accessibility, and its screenshots (open-page.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { hasChromium, needsChromium } from './browser.ts';
import { examine, opened, useChromium } from './open-page.ts';
import { profileCopy } from './studio.ts';

useChromium();

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

  it('shows the endpoints by name until the profile has been checked', async () => {
    const { page } = await opened();
    const { promise: isShown, resolve: answerBoard } = Promise.withResolvers<void>();
    await page.route('**/api/board', async (route) => {
      await isShown;
      await route.continue();
    });
    await page.reload();
    await page.getByText('The profile is being checked.').waitFor();
    await page.locator('.board').getByText('/debtors/list').waitFor();
    answerBoard();
    await page.locator('.board .badge').first().waitFor();
    await page.getByText('The profile is being checked.').waitFor({ state: 'detached' });
  });

  it('says that the first call waits for the sources', async () => {
    const { page } = await opened();
    const { promise: isShown, resolve: sendCall } = Promise.withResolvers<void>();
    await page.route('**/api/call', async (route) => {
      await isShown;
      await route.continue();
    });
    await page.keyboard.press('Alt+Digit3');
    await page.locator('#request-query:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('The call is running.').waitFor();
    sendCall();
    await page.getByText('The sources are being opened. Later calls use them.').waitFor();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    expect(await page.getByText('The sources are being opened.').count()).toBe(0);
  });

  it("shows the members of a described answer with the vendor's types, and those that are not read", async () => {
    const { page, complaints } = await opened(profileCopy('business-central'));
    await page.keyboard.press('Alt+Digit5');
    await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('/credit/customer');
    const member = page.getByRole('button', { name: 'customers.customerFinancialDetail.balance' });
    expect(await member.getAttribute('title')).toBe('customers.customerFinancialDetail.balance\nEdm.Decimal');
    await page.getByText('members that the profile does not read').first().click();
    const unread = page.getByRole('table', { name: 'Members of GET /customers that the profile does not read' });
    await unread.getByRole('row', { name: 'phoneNumber Edm.String, at most 30 characters' }).waitFor();
    expect(await unread.getByText('creditLimit', { exact: true }).count()).toBe(0);
    await examine(page, 'lineage-of-members');
    expect(complaints).toEqual([]);
    await member.click();
    await page.getByRole('textbox', { name: 'Text of profile.yaml' }).waitFor();
    await page.keyboard.press('Alt+Digit4');
    await page.getByText('The profile has no database with tables.').waitFor();
  });

  it('shows 2,000 tables by the few that are visible, and finds one of them', async () => {
    const folder = profileCopy();
    const database = new Database(join(folder, 'large.sqlite'));
    const table = (number: number): string => `CREATE TABLE t${number} (id INTEGER PRIMARY KEY, c${number} TEXT);`;
    database.exec(`BEGIN; ${Array.from({ length: 2_000 }, (_, number) => table(number)).join('')} COMMIT;`);
    database.close();
    const { page } = await opened(folder, { DEMO_DATABASE: join(folder, 'large.sqlite') });
    await page.keyboard.press('Alt+Digit4');
    await page.getByText(/^2\d{3} of 2\d{3} tables$/).waitFor();
    expect(await page.locator('.tables .windowed button').count()).toBeLessThan(100);
    // A column of one table only.
    await page.getByLabel('Search tables and columns').fill('c1999');
    await page.getByText(/^1 of 2\d{3} tables$/).waitFor();
    await page.getByRole('group', { name: 'First rows of t1999' }).or(page.getByText('No rows.')).first().waitFor();
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
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('FROM company -- R 17\n');
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).waitFor();
    expect(complaints).toEqual([]);
  });

  it('rehearses a write with a record of the ERP, shows the changes, and makes a case of it by keyboard', async () => {
    const { page, studio } = await opened();
    await page.goto(`http://127.0.0.1:${studio.port}/#/try?endpoint=/payments/push`);
    await page.getByRole('button', { name: /^Look up/ }).click();
    await page.locator('.offer li button').first().click();
    await expect.poll(() => page.getByLabel('erpInvoiceId').inputValue()).toMatch(/^\d+$/);
    await page.getByLabel('erpInvoiceId').fill(openInvoice(studio.folder));
    await page.getByLabel('amount').fill('0.01');
    await page.getByRole('button', { name: /^Rehearse/ }).click();
    await page.getByRole('heading', { name: 'What the write would change' }).waitFor();
    expect(await page.getByText('rolled back', { exact: true }).count()).toBe(1);
    await examine(page, 'rehearsal');

    await page.keyboard.press('Control+s');
    const name = page.getByRole('textbox', { name: 'Name: what the case shows' });
    await name.waitFor();
    expect(await name.inputValue()).toBe('Payment push: accepted');
    await page.keyboard.type('a cent is paid');
    await page.getByRole('heading', { name: 'cases/a-cent-is-paid.yaml' }).waitFor();
    await page
      .getByRole('button', { name: /^Write the case/ })
      .and(page.locator(':enabled'))
      .waitFor();
    await examine(page, 'make-case');
    await page.keyboard.press('Enter');
    await page.getByText('Written:').waitFor();
    const file = join(studio.folder, 'cases/a-cent-is-paid.yaml');
    expect(readFileSync(file, 'utf8')).toContain('  - case: a cent is paid\n');
    // The request has a name now.
    await page.getByLabel('amount').fill('0.02');
    await page.getByRole('combobox', { name: 'Request of a case of Payment push' }).selectOption('a cent is paid');
    await expect.poll(() => page.getByLabel('amount').inputValue()).toBe('0.01');
    await page.getByRole('link', { name: 'cases/a-cent-is-paid.yaml' }).click();
    await page.getByRole('textbox', { name: 'Text of cases/a-cent-is-paid.yaml' }).waitFor();
  });
});
