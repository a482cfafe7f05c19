/** A hostile page in the same browser as the studio, after the person has signed in. */
import { createServer } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasChromium, needsChromium, openChromium, rebound } from './browser.ts';
import { openStudio, profileCopy, type StudioUnderTest } from './studio.ts';

let browser: Browser | undefined;
beforeAll(async () => {
  browser = hasChromium ? await openChromium() : undefined;
});
afterAll(() => browser?.close());

/** What a page of another site attempts against `target`; each ends with what it has learned. */
const attack = `async (target) => {
  const said = async (work) => { try { return String(await work()); } catch (error) { return 'blocked'; } };
  const loaded = (element) => new Promise((resolve) => {
    element.onload = () => resolve('loaded');
    element.onerror = () => resolve('blocked');
    document.body.append(element);
    setTimeout(() => resolve('no answer'), 30000);
  });
  const element = (name, attributes) => Object.assign(document.createElement(name), attributes);
  const frame = element('iframe', { src: target + '/' });
  await loaded(frame);
  return {
    read: await said(async () => (await fetch(target + '/api/project', { credentials: 'include' })).text()),
    post: await said(async () => (await fetch(target + '/api/project', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{}' })).text()),
    blind: await said(async () => (await fetch(target + '/api/save', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"path":"profile.yaml","text":"x","version":null}' })).type),
    image: await loaded(element('img', { src: target + '/icon.svg' })),
    script: await loaded(element('script', { src: target + '/' })),
    frame: await said(() => frame.contentDocument === null ? 'blocked' : frame.contentDocument.body.innerText),
  };
}`;

/** A page of another origin of this machine. */
async function hostilePage(context: BrowserContext): Promise<Page> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<body>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  return page;
}

/** The context of a person who has opened the printed address. */
async function signedIn(studio: StudioUnderTest): Promise<BrowserContext> {
  const context = await browser?.newContext();
  if (context === undefined) throw new Error('The browser has not been started.');
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${studio.port}/?token=${studio.token}`);
  await page.getByRole('heading', { name: 'Kontor, the demo ERP' }).waitFor();
  return context;
}

/** The status of an address. For an error with an empty body, Chromium shows a page of its own instead. */
async function statusOf(page: Page, address: string): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse((one) => one.url() === address),
    page.goto(address).catch(() => undefined),
  ]);
  return response.status();
}

describe.skipIf(!hasChromium)(`a hostile page ${needsChromium}`, () => {
  it('of another origin learns nothing and changes nothing, although the browser has the session', async () => {
    const studio = await openStudio(profileCopy());
    const context = await signedIn(studio);
    const page = await hostilePage(context);
    const learned: unknown = await page.evaluate(`(${attack})('http://127.0.0.1:${studio.port}')`);
    expect(learned).toEqual({
      read: 'blocked',
      post: 'blocked',
      blind: 'blocked',
      image: 'blocked',
      script: 'blocked',
      frame: 'blocked',
    });
    expect((await studio.call('read', { path: 'profile.yaml' })).status).toBe(401);
  });

  it('under a name that resolves to this machine is refused, with and without the token', async () => {
    const studio = await openStudio(profileCopy());
    const context = await signedIn(studio);
    const page = await context.newPage();
    for (const path of ['/', '/api/project', `/?token=${studio.token}`]) {
      expect([path, await statusOf(page, `http://${rebound}:${studio.port}${path}`)]).toEqual([path, 403]);
    }
  });

  it('cannot use the printed address after the person has', async () => {
    const studio = await openStudio(profileCopy());
    await signedIn(studio);
    const other = await browser?.newContext();
    const page = await other?.newPage();
    if (page === undefined) throw new Error('The browser has not been started.');
    expect(await statusOf(page, `http://127.0.0.1:${studio.port}/?token=${studio.token}`)).toBe(401);
    await other?.close();
  });
});
