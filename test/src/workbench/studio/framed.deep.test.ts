/** The studio in a frame of another site, as in a panel of VS Code; and its process, which ends with the editor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasChromium, needsChromium } from './browser.ts';
import { newPage, useChromium } from './open-page.ts';
import { openStudio, profileCopy, root } from './studio.ts';

useChromium();

/** A site with one page; `localhost` is another site than 127.0.0.1. Returns its origin, and takes the page later. */
async function startSite() {
  let html = '';
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    show: (page: string) => {
      html = page;
    },
  };
}

describe.skipIf(!hasChromium)(`a frame ${needsChromium}`, () => {
  it('of a page that may frame the studio shows it with its session, also when it is loaded again', async () => {
    const site = await startSite();
    const { port, token } = await openStudio(profileCopy(), { framedBy: [site.origin] });
    site.show(`<iframe src="http://127.0.0.1:${port}/?token=${token}" width="1200" height="800"></iframe>`);
    const page = await newPage();
    await page.goto(site.origin);
    await page.frameLocator('iframe').locator('.board').waitFor();
    await page.reload();
    await page.frameLocator('iframe').locator('.board').waitFor();
    expect(await page.frameLocator('iframe').getByText('/debtors/list').count()).toBeGreaterThan(0);
  });

  it('of another page stays empty', async () => {
    const site = await startSite();
    const { port, token } = await openStudio(profileCopy(), { framedBy: ['vscode-webview:', 'vscode-file:'] });
    site.show(`<iframe src="http://127.0.0.1:${port}/?token=${token}"></iframe>`);
    const page = await newPage();
    const complaint = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(site.origin);
    await complaint;
    // The browser reports the refusal before it shows its own page of errors in the frame.
    const protocols = () => page.frames().map((frame) => /^[a-z-]*:/.exec(frame.url())?.[0]);
    await expect.poll(protocols, { timeout: 60_000 }).toEqual(['http:', 'chrome-error:']);
  });
});

describe('engine studio --frame vscode', () => {
  it('ends when its standard input ends, as it does when the editor is killed', async () => {
    const args = [join(root, 'dist/src/entry.js'), 'studio', 'demo', '--no-open', '--frame', 'vscode'];
    const child = spawn(process.execPath, args, { cwd: profileCopy(), stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [text] = await once(child.stdout, 'data');
    expect(String(text)).toMatch(/^The studio is at http:\/\/127\.0\.0\.1:\d+\/\?token=/);
    const ended = once(child, 'exit');
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
  });
});
