/**
 * The page of the studio in Chromium: opens it, checks a view for accessibility, and takes its pictures. SCREENSHOTS=<folder> keeps those; those of
 * docs/studio are made with SCREENSHOTS=docs/studio.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { hasChromium, openChromium } from './browser.ts';
import { smallPng } from './small-png.ts';
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

/**
 * Opens the printed address of a studio for the profile in `folder`, which is a copy of the demo profile by default. `script`: runs in the page before its own
 * scripts.
 */
export async function opened(
  folder = profileCopy(),
  environment: Readonly<Record<string, string>> = {},
  script = '',
): Promise<OpenedPage> {
  const studio = await openStudio(folder, { env: environment });
  const page = await newPage();
  await page.addInitScript(script);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() !== 'log' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on(
    'response',
    (response) => response.status() >= 400 && complaints.push(`${response.status()} ${response.url()}`),
  );
  page.on('request', (request) => new URL(request.url()).hostname !== '127.0.0.1' && complaints.push(request.url()));
  await page.goto(`http://127.0.0.1:${studio.port}/?token=${studio.token}`);
  await page.locator('.board[aria-busy=false]').waitFor();
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

/** Windows that every view fits, in pixels: 1280 by 1024 at 400 % zoom, a phone, 1280 by 900 at 200 % zoom, tablets, desktop screens, and 4K. */
const windows = [
  { width: 320, height: 256 },
  { width: 390, height: 844 },
  { width: 640, height: 450 },
  { width: 768, height: 1_024 },
  { width: 1_024, height: 768 },
  { width: 1_280, height: 800 },
  { width: 1_920, height: 1_080 },
  { width: 3_840, height: 2_160 },
];

/** The parts of the page that are wider than they may be, the actions outside of it, and those below it that save and call. The navigation of a narrow page scrolls. */
const wideParts = `(() => {
  const wide = ['html', 'main', 'header'].filter((one) => {
    const { scrollWidth, clientWidth } = document.querySelector(one);
    return scrollWidth > clientWidth;
  });
  const outside = [...document.querySelectorAll('.tools a, .actions button, .side-head button, .request-buttons button')]
    .filter((one) => one.checkVisibility())
    .filter((one) => { const { left, right } = one.getBoundingClientRect(); return left < 0 || right > innerWidth; });
  const hidden = [...document.querySelectorAll('.side-head button')]
    .filter((one) => one.checkVisibility())
    .filter((one) => { const { top, bottom } = one.getBoundingClientRect(); return top < 0 || bottom > innerHeight; });
  return [...wide, ...[...outside, ...hidden].slice(0, 3).map((one) => one.textContent)];
})()`;

/** Runs something in each window; the page gets its own one back. */
export async function inWindows(page: Page, work: (window: (typeof windows)[number]) => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  for (const window of windows) {
    await page.setViewportSize(window);
    // The page measures its tables again in the frame after the new size.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    await work(window);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Views of which there are pictures of a phone, a tablet and a 4K screen, too. */
const picturedViews: ReadonlySet<string> = new Set([
  ...['endpoints', 'beside', 'try', 'data', 'lineage', 'proof', 'writes'],
]);
const picturedWidths: ReadonlySet<number> = new Set([390, 1_024, 3_840]);

/** A picture of the page. Those of a window above 2,000 pixels have half of its size: the page shows them in the width of its text. */
async function picture(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (width <= 2_000) return writeFileSync(path, smallPng(await page.screenshot()));
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, width, height, scale: 0.5 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', clip });
  writeFileSync(path, smallPng(Buffer.from(data, 'base64')));
  await session.detach();
}

/** Takes pictures of a view in several windows. */
const pictureWidths = (page: Page, folder: string, name: string, scheme: string): Promise<void> =>
  inWindows(page, async ({ width }) => {
    if (picturedWidths.has(width)) await picture(page, join(folder, `${name}-${width}-${scheme}.png`));
  });

/** What does not fit into the windows. */
async function overflow(page: Page): Promise<readonly string[]> {
  const isStudio: boolean = await page.evaluate("document.querySelector('.frame > main') !== null");
  if (!isStudio) return [];
  const tooWide: string[] = [];
  await inWindows(page, async ({ width }) => {
    const parts: readonly string[] = await page.evaluate(wideParts);
    tooWide.push(...parts.map((part) => `${part} at ${width} pixels`));
  });
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
    if (pictures === undefined) continue;
    await picture(page, join(pictures, `${name}-${colorScheme}.png`));
    if (picturedViews.has(name)) await pictureWidths(page, pictures, name, colorScheme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect([name, await overflow(page)]).toEqual([name, []]);
}
