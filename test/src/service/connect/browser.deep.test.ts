/** The consent in a real browser, with keyboard and on a narrow screen, against a vendor that can be hostile. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasChromium, needsChromium, openChromium } from '../../workbench/studio/browser.ts';
import { cloud, customers } from './cloud.ts';

let browser: Browser | undefined;
beforeAll(async () => {
  browser = hasChromium ? await openChromium() : undefined;
});
afterAll(() => browser?.close());

async function openContext(): Promise<BrowserContext> {
  const context = await browser?.newContext({ viewport: { width: 390, height: 780 } });
  if (context === undefined) throw new Error('The browser has not been started.');
  onTestFinished(() => context.close());
  return context;
}

async function begin() {
  const given = await cloud();
  const service = await given.serve();
  const context = await openContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    const isOurs = message.location().url.startsWith(given.connectUrl);
    if (message.type() === 'error' && isOurs) errors.push(message.text());
  });
  return { given, service, context, page, errors, link: await given.link() };
}

/** Whether the page is wider than the screen. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

async function pressed(page: Page, name: string): Promise<void> {
  for (let tab = 0; tab < 20; tab += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate('document.activeElement?.textContent ?? ""');
    if (focused === name) return page.keyboard.press('Enter');
  }
  throw new Error(`The keyboard does not reach "${name}".`);
}

describe.skipIf(!hasChromium)(`a consent in a browser ${needsChromium}`, () => {
  it('needs only the keyboard, fits a narrow screen, and sends no referrer to the vendor', async () => {
    const { given, service, page, errors, link } = await begin();
    given.vendor.grant([
      { id: 'c-1', name: 'Harbour Tools <img src=x onerror=alert(1)>' },
      { id: 'c-2', name: `A company with a long name ${'x'.repeat(80)}` },
    ]);
    await page.goto(link);
    expect(await isTooWide(page)).toBe(false);
    await pressed(page, 'Continue');
    await page.getByRole('heading', { name: 'Cloud Books' }).waitFor();
    const authorize = given.vendor.seen.find(({ target }) => target.startsWith('/authorize'));
    expect(authorize?.headers.referer).toBeUndefined();
    await pressed(page, 'Allow');
    await page.getByRole('heading', { name: 'Confirm the connection' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await isTooWide(page)).toBe(false);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await pressed(page, 'Connect');
    await page.getByRole('heading', { name: 'The consent is stored' }).waitFor();
    expect(await page.getByText('was checked and works').count()).toBe(1);
    expect(await isTooWide(page)).toBe(false);
    expect(errors).toEqual([]);
    await vi.waitUntil(async () => (await service.call(customers, { query: '' })).status === 200, { timeout: 20_000 });
  });

  it('that the customer declines leads back to the link', async () => {
    const { page, link } = await begin();
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Deny' }).click();
    await page.getByText('You did not give consent.').waitFor();
    await page.getByRole('link', { name: 'Start again' }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(page.url()).toBe(link);
  });

  it.each([
    ['another state', { state: 'y'.repeat(43) }],
    ['the issuer of another server', { issuer: 'https://evil.example' }],
  ])('that a hostile vendor answers with %s stores nothing', async (_name, hostile) => {
    const { given, service, page, link } = await begin();
    given.vendor.beHostile(hostile);
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.getByText('does not belong to a consent').waitFor();
    expect(given.vendor.exchanged()).toEqual([]);
    expect(service.events().some(({ event }) => event === 'consent_stored')).toBe(false);
  });

  it('cannot be begun in the browser of one person and ended in that of another', async () => {
    const { given, service, page, link } = await begin();
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).click();
    const redirect = await page.getByRole('link', { name: 'Allow' }).getAttribute('href');
    const victim = await (await openContext()).newPage();
    await victim.goto(redirect ?? '');
    await victim.getByText('does not belong to a consent').waitFor();
    expect(given.vendor.exchanged()).toEqual([]);
    expect(service.events().some(({ event }) => event === 'consent_stored')).toBe(false);
    await page.goto(redirect ?? '');
    await page.getByRole('button', { name: 'Connect' }).waitFor();
    await page.goto(redirect ?? '');
    await page.getByText('does not belong to a consent').waitFor();
    expect(given.vendor.sawReplay()).toBe(false);
  });
});
