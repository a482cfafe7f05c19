/**
 * A newcomer's path, by hand: `npm run newcomer`. The database of the tutorial, `engine init`, and the studio in Chromium, where every finding is
 * cured with the keyboard, each endpoint is tried, and the conformance checks pass at the end. Prints keystrokes and seconds. Needs Chromium
 * (apt-get install chromium). `npm run newcomer -- <folder>` keeps the profile there, which must not exist.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { answers } from './answers.ts';
import { createPerson, type Person } from './person.ts';
import { newDatabase, run, startStudio } from './program.ts';

const folder = newDatabase(process.argv[2]);
const profile = join(folder, 'comptoir/profile.yaml');
const started = performance.now();
let last = started;
const report = (what: string, person?: Person): void => {
  const now = performance.now();
  const keys = person === undefined ? '' : `, ${person.keystrokes()} keystrokes so far`;
  process.stdout.write(`${what}: ${((now - last) / 1_000).toFixed(1)} s${keys}\n`);
  last = now;
};

/** The endpoint of each finding, in the order of the text: that of F8. */
function endpointsOfFindings(): readonly string[] {
  const { out } = run(folder, ['check', '--format', 'json', 'comptoir/profile.yaml']);
  const { diagnostics }: { readonly diagnostics: readonly { readonly line: number }[] } = JSON.parse(out);
  const lines = readFileSync(profile, 'utf8').split('\n');
  return diagnostics.map(({ line }) => {
    const head = lines.slice(0, line).findLast((text) => /^ {2}\/[\w/-]+:/.test(text));
    return head?.trim().replace(/:$/, '') ?? '';
  });
}

/** Goes from finding to finding, cures each, and writes what the newcomer knows of the ERP. */
async function cureAll(person: Person, endpoints: readonly string[]): Promise<void> {
  for (const [index, endpoint] of endpoints.entries()) {
    await person.press('F8');
    await person.press('Control+.');
    await person.page.getByRole('menuitem').first().waitFor();
    await person.press('Enter');
    // A person reads the next question after the list has lost this one.
    await person.page
      .locator('.side .findings > li')
      .filter({ hasText: 'To be decided' })
      .nth(endpoints.length - index - 1)
      .waitFor({ state: 'detached' });
    // An endpoint may have several questions; what it lacks is written after the last one.
    if (endpoint === endpoints[index + 1]) continue;
    for (const step of answers[endpoint] ?? []) await step(person);
  }
}

/** Calls each endpoint that the profile provides. */
async function tryAll(person: Person, page: Page): Promise<number> {
  await person.press('Alt+Digit3');
  const select = page.getByRole('combobox', { name: 'Endpoint' });
  const paths: readonly string[] = await select
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
  for (const path of paths) {
    await select.selectOption(path);
    // A person looks at the form first.
    await page.waitForTimeout(500);
    // Choosing in a list by its first letters.
    person.count(3);
    for (const offer of await page.getByRole('button', { name: /^Look up in the ERP/ }).all()) {
      await offer.click();
      person.count(1);
      await page.locator('.offer li button').first().click();
      person.count(1);
    }
    await person.press('Control+Enter');
    await page
      .getByRole('region', { name: /^(Answer|Findings)$/ })
      .first()
      .waitFor();
  }
  return paths.length;
}

async function main(): Promise<number> {
  const init = 'init --file comptoir.sqlite --name comptoir --clock Europe/Paris --seed R17 --yes';
  run(folder, init.split(' '));
  report(`engine ${init} (${init.length + 8} keystrokes)`);
  const endpoints = endpointsOfFindings();
  const studio = await startStudio(folder, 'comptoir/profile.yaml');
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(studio.address);
    await page.locator('.board').waitFor();
    report('engine studio');
    const person = createPerson(page);
    await person.press('Alt+Digit2');
    await page.locator('.cm-editor.cm-focused').waitFor();
    await page.getByText(/^Completes the \d+ tables of the database/).waitFor();
    await page.locator('.cm-lint-marker').first().waitFor();
    await cureAll(person, endpoints);
    await page.getByText('No findings.').waitFor();
    await person.press('Control+s');
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).waitFor();
    report(`${endpoints.length} findings cured`, person);
    const tried = await tryAll(person, page);
    report(`${tried} endpoints tried`, person);
  } finally {
    await browser.close();
    await studio.stop();
  }
  const conformance = run(folder, ['test', '--conformance', 'comptoir/profile.yaml']);
  report(`engine test --conformance: ${conformance.out.trim().split('\n').at(-1)}`);
  process.stdout.write(
    `All of it: ${((performance.now() - started) / 1_000).toFixed(1)} s. The profile is in ${folder}.\n`,
  );
  return conformance.status;
}

process.exitCode = await main();
