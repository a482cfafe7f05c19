/**
 * The page of the studio in Chromium: opens it, checks a view for accessibility, and takes its pictures. SCREENSHOTS=<folder> keeps those; those of
 * docs/studio are made with SCREENSHOTS=docs/studio.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { hasChromium, openChromium } from './browser.ts';
import { openStudio, profileCopy, root, type StudioUnderTest } from './studio.ts';

const pictures = process.env.SCREENSHOTS === undefined ? undefined : resolve(root, process.env.SCREENSHOTS);

let browser: Browser | undefined;

/** Starts one browser for the tests of a file. */
export function useChromium(): void {
  beforeAll(async () => {
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
    browser = hasChromium ? await openChromium() : undefined;
  });
  afterAll(() => browser?.close());
}

export interface OpenedPage {
  readonly studio: StudioUnderTest;
  readonly page: Page;
  /** What the browser reported: errors of scripts, refusals of the content security policy, failed requests. */
  readonly complaints: readonly string[];
}

/** A page of the browser. Width and height in pixels. */
export async function newPage(width = 1_440, height = 900): Promise<Page> {
  const page = await browser?.newPage({ viewport: { width, height } });
  if (page === undefined) throw new Error('The browser has not been started.');
  // Chromium and the studio share two cores with other tests.
  page.setDefaultTimeout(120_000);
  return page;
}

/** Opens the printed address of a studio for the profile in `folder`, which is a copy of the demo profile by default. */
export async function opened(
  folder = profileCopy(),
  environment: Readonly<Record<string, string>> = {},
): Promise<OpenedPage> {
  const studio = await openStudio(folder, { env: environment });
  const page = await newPage();
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

/** Rules of axe that are about colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Rules of axe that the page violates, each with the elements. `rules`: the names of those to check; undefined: the usual ones. */
async function violations(page: Page, rules: readonly string[] | undefined): Promise<readonly string[]> {
  const { violations: axeViolations }: AxeResult = await page.evaluate(
    `axe.run(${JSON.stringify({ runOnly: rules })})`,
  );
  return axeViolations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Widths of desktop screens that every view fits, in pixels. */
const widths = [1_280, 1_920];

/** Parts of the page that are wider than it. */
async function overflow(page: Page): Promise<readonly string[]> {
  const given = page.viewportSize();
  if (given === null || given.width < Math.min(...widths)) return [];
  const tooWide: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ ...given, width });
    const wide: boolean = await page.evaluate(
      "['html', 'main', 'header', 'nav'].some((one) => { const { scrollWidth, clientWidth } = document.querySelector(one); return scrollWidth > clientWidth; })",
    );
    if (wide) tooWide.push(`at ${width} pixels`);
  }
  await page.setViewportSize(given);
  return tooWide;
}

/** Checks a view in both colour schemes and at several widths, and takes its pictures. */
export async function examine(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate("document.querySelector('main').scrollTop = 0");
  await page.evaluate(`${axe.source}; void 0`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Another scheme changes the colours alone.
    const schemeViolations = await violations(page, colorScheme === 'dark' ? colourRules : undefined);
    expect([name, colorScheme, schemeViolations]).toEqual([name, colorScheme, []]);
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect([name, await overflow(page)]).toEqual([name, []]);
}
