/** Debian's Chromium for the tests of the studio's page. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const program = '/usr/bin/chromium';

export const hasChromium = existsSync(program);
/** Part of the titles of tests, for a run that skips them. */
export const needsChromium = '(needs Chromium: apt-get install chromium)';

/** A name that resolves to this machine, as an attacker's name server would answer. */
export const rebound = 'rebound.example';

/** Chromium starts as root without its own sandbox only; its pages are those of the tests. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${rebound} 127.0.0.1`],
  });
