/** Keys of the page in a real browser: those that write a character are left to the text, and the box "Go to" is used by keyboard and by mouse. */
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { hasChromium, needsChromium } from './browser.ts';
import { examine, opened, useChromium } from './open-page.ts';

useChromium();

const mac = "Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' });";

/** Sends a key to what has the focus. Returns whether the page leaves it to the browser. */
const isLeft = (page: Page, init: object): Promise<boolean> =>
  page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify({ ...init, bubbles: true, cancelable: true })}))`,
  );

async function inText(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Profile/ }).click();
  await page.locator('.cm-editor.cm-focused').waitFor();
}

const view = (page: Page): string | undefined => /#\/(\w+)/.exec(page.url())?.[1];

describe.skipIf(!hasChromium)(`keys ${needsChromium}`, () => {
  it('of a Mac: Option and a digit write a character, Control and a digit open a view', async () => {
    const { page } = await opened(undefined, {}, mac);
    await inText(page);
    // A German keyboard writes [ ] | and a US one the infinity sign.
    for (const [code, key] of [
      ['Digit5', '['],
      ['Digit6', ']'],
      ['Digit7', '|'],
      ['Digit5', '∞'],
    ])
      expect([key, await isLeft(page, { key, code, altKey: true })]).toEqual([key, true]);
    expect(view(page)).toBe('profile');
    expect(await page.getByRole('link', { name: /^Lineage/ }).textContent()).toBe('LineageCtrl 5');
    expect(await isLeft(page, { key: '5', code: 'Digit5', ctrlKey: true })).toBe(false);
    await vi.waitFor(() => expect(view(page)).toBe('lineage'), 60_000);
  });

  it('of other keyboards: AltGr and a digit write a character, Alt and a digit open a view', async () => {
    const { page } = await opened();
    await inText(page);
    expect(await isLeft(page, { key: '{', code: 'Digit7', altKey: true, ctrlKey: true })).toBe(true);
    expect(await isLeft(page, { key: '{', code: 'Digit7', altKey: true, modifierAltGraph: true })).toBe(true);
    expect(view(page)).toBe('profile');
    // On a French keyboard this key has a & without Shift.
    expect(await isLeft(page, { key: '&', code: 'Digit1', altKey: true })).toBe(false);
    await vi.waitFor(() => expect(view(page)).toBe('endpoints'), 60_000);
  });

  it('of the editor: Tab indents, Escape and then Tab leave the text', async () => {
    const { page } = await opened();
    await inText(page);
    await page.keyboard.press('Tab');
    await page.locator('.cm-line').first().filter({ hasText: /^ {2}/ }).waitFor();
    await page.locator('.cm-editor.cm-focused').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page
      .getByRole('tab', { name: /^Findings/ })
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('of the box "Go to": a few letters, arrow keys and Enter, or a click', async () => {
    const { page, complaints } = await opened();
    await page.keyboard.press('Control+k');
    const box = page.getByRole('dialog', { name: 'Go to' });
    await page.keyboard.type('customer');
    const options = box.getByRole('option');
    await options.filter({ hasText: 'Customer search' }).first().waitFor();
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await examine(page, 'go-to');
    await page.keyboard.press('ArrowUp');
    await options.last().and(page.locator('[aria-selected=true]')).waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Go to/ }).click();
    await page.keyboard.type('agreed');
    await box.getByRole('option', { name: 'agreed_price' }).click();
    await page.locator('.cm-activeLine', { hasText: 'agreed_price:' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nothing that exists');
    await box.getByText('Nothing has this name.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.locator('.cm-editor.cm-focused').waitFor();
    expect(complaints).toEqual([]);
  });

  it('of the records of a form: an arrow key looks them up, Enter takes one and goes to what is still missing', async () => {
    const { page, complaints } = await opened();
    await page.getByRole('link', { name: 'Try Unit price' }).click();
    await page.locator('#request-customerErpId:focus').waitFor();
    // The page asks for the value before it sends a request without it.
    await page.keyboard.press('Control+Enter');
    await page.locator('#request-customerErpId:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('.offer li button:focus').waitFor();
    const customer = await page.locator('.offer li button:focus code').textContent();
    await page.keyboard.press('Enter');
    await page.locator('#request-productErpId:focus').waitFor();
    expect(await page.locator('#request-customerErpId').inputValue()).toBe(customer);
    await page.keyboard.press('ArrowDown');
    await page.locator('.offer li button:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#request-productErpId:focus').waitFor();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Answer' }).getByText('systemUnitPrice').waitFor();
    expect(complaints).toEqual([]);
  });
});
