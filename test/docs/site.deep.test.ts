/** The documentation as a site: it is built as `npm run site` does, and used in Chromium. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, posix } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, needsChromium, openChromium } from '../src/workbench/studio/browser.ts';
import { root } from './blocks.ts';
import { questions } from './questions.ts';

const site = join(root, 'dist/site');
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const pages = (): readonly string[] => globSync('**/*.html', { cwd: site });
const pageText = (page: string): string => readFileSync(join(site, page), 'utf8');

/** Serves the files of the site. */
const server = createServer(({ url = '' }, response) => {
  const { pathname } = new URL(url, 'http://site');
  const file = join(site, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
  if (!existsSync(file)) return void response.writeHead(404).end();
  response
    .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    .end(readFileSync(file));
});

beforeAll(async () => {
  // VitePress ends with an error if a link leads to no page.
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'site'], { cwd: root, encoding: 'utf8' });
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

it('every link leads to a page and to a heading of it', () => {
  expect(pages().length).toBeGreaterThan(80);
  const ids = new Map(
    pages().map((page) => [page, new Set([...pageText(page).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  );
  const faults = pages().flatMap((page) =>
    [...pageText(page).matchAll(/<a [^>]*href="([^"]*)"/g)].flatMap(([, href = '']) => {
      if (/^(?:[a-z]+:)/.test(href)) return [];
      const [path = '', anchor] = href.split('#');
      const to = path === '' ? page : path === '/' ? 'index.html' : posix.join('/', posix.dirname(page), path).slice(1);
      const target = path.startsWith('/') && path !== '/' ? path.slice(1) : to;
      const isThere =
        ids.has(target) && (anchor === undefined || ids.get(target)?.has(decodeURIComponent(anchor)) === true);
      return isThere ? [] : [`${page}: ${href}`];
    }),
  );
  expect(faults).toEqual([]);
});

describe.skipIf(!hasChromium)(`in a browser ${hasChromium ? '' : needsChromium}`, () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openChromium();
    page = await browser.newPage();
  });
  afterAll(() => browser.close());
  const open = async (path: string): Promise<void> => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : address;
    await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'networkidle' });
  };

  it('the first result for a question answers it', async () => {
    await open('/');
    await page.keyboard.press('/');
    const input = page.locator('.search-input');
    const first = (): Promise<string | null> => page.locator('.result').first().getAttribute('href');
    for (const [query, target] of questions) {
      await input.fill(query);
      await expect.poll(async () => [query, await first()]).toEqual([query, expect.stringContaining(target)]);
    }
  });

  it.each([390, 1440])('pages fit into a window of %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/docs/language.html', '/docs/profiles.html', '/docs/architecture.html']) {
      await open(path);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
    }
  });
});
