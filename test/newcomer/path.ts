/** The views of the studio as a newcomer goes through them, with the keyboard. */
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { answers } from './answers.ts';
import type { Person } from './person.ts';

/** Milliseconds for what starts databases, or runs many checks. */
const longest = 120_000;

/** The findings at the side of the text. */
const findingsOf = (page: Page): Locator => page.locator('.side .findings > li');

/** Waits until the page listens to the keys of what it has just shown: it begins after the next frame. */
const listens = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))');

/** The endpoints of the findings, in the order of the text: that of F8. */
async function endpointsOfFindings(page: Page, text: string): Promise<readonly string[]> {
  const places = await findingsOf(page).locator('button .spread').allTextContents();
  const lines = text.split('\n');
  return places
    .map((place) => Number(place.split(':').at(-1)))
    .toSorted((one, other) => one - other)
    .map((line) => {
      const head = lines.slice(0, line).findLast((earlierLine) => /^ {2}\/[\w/-]+:/.test(earlierLine));
      return head?.trim().replace(/:$/, '') ?? '';
    });
}

/** Waits until the side has this number of findings. */
const untilFindings = (page: Page, count: number): Promise<void> =>
  vi.waitFor(async () => expect(await findingsOf(page).count()).toBe(count), { timeout: 120_000, interval: 100 });

/**
 * Goes from finding to finding, cures each, writes what the newcomer knows of the ERP, and saves. `text`: of the profile. Returns the number of
 * findings.
 */
export async function cureAll(person: Person, text: string): Promise<number> {
  const { page } = person;
  await person.press('Alt+Digit2');
  await page.locator('.cm-editor.cm-focused').waitFor();
  await page.getByText(/^Completes the \d+ tables of the database/).waitFor();
  await page.locator('.cm-lint-marker').first().waitFor();
  const endpoints = await endpointsOfFindings(page, text);
  for (const [index, endpoint] of endpoints.entries()) {
    // A check of a text that was half typed adds findings, to which F8 would go.
    await untilFindings(page, endpoints.length - index);
    await person.press('F8');
    await person.press('Control+.');
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await person.press('Enter');
    // A person reads the next question after the list has lost this one.
    await findingsOf(page)
      .filter({ hasText: 'To be decided' })
      .nth(endpoints.length - index - 1)
      .waitFor({ state: 'detached' });
    // An endpoint may have several questions; what it lacks is written after the last one.
    if (endpoint === endpoints[index + 1]) continue;
    for (const step of answers[endpoint] ?? []) await step(person);
  }
  await page.getByText('No findings.').waitFor();
  await person.press('Control+s');
  await page.getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).waitFor();
  return endpoints.length;
}

interface Tried {
  readonly path: string;
  /** Of the answer; undefined if the endpoint gave none. */
  readonly status: number | undefined;
}

/** Calls each endpoint, with records that the page offers, and makes a case of the answers of some. */
export async function tryAll(person: Person, ofCases: readonly string[]): Promise<readonly Tried[]> {
  const { page } = person;
  await person.press('Alt+Digit3');
  const select = page.getByRole('combobox', { name: 'Endpoint' });
  const paths: readonly string[] = await select
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
  const tried: Tried[] = [];
  for (const path of paths) {
    await select.selectOption(path);
    // Choosing in a list by its first letters.
    person.count(3);
    await page.getByText('The answer and each of its steps appear here.').waitFor();
    await listens(page);
    for (const offer of await page.getByRole('button', { name: /^Look up in the ERP/ }).all()) {
      await offer.click();
      person.count(1);
      await page.locator('.offer li button').first().click();
      person.count(1);
    }
    await person.press('Control+Enter');
    const answer = page.getByRole('region', { name: /^(Answer|Findings)$/ }).first();
    await answer.waitFor();
    const status = /\b[1-5]\d\d\b/.exec((await answer.locator('.badge').first().textContent()) ?? '')?.[0];
    tried.push({ path, status: status === undefined ? undefined : Number(status) });
    if (ofCases.includes(path)) await makeCase(person);
  }
  return tried;
}

/** Takes the proposed name. */
async function makeCase(person: Person): Promise<void> {
  const { page } = person;
  await person.press('Control+s');
  await page
    .getByRole('button', { name: /^Write the case/ })
    .and(page.locator(':enabled'))
    .waitFor();
  await person.press('Enter');
  await page.getByText('Written:').waitFor();
}

/** Runs the checks that follow from the contract. Returns the line of their end, such as `161 passed, 46 not applicable`. */
export async function prove(person: Person): Promise<string> {
  const { page } = person;
  await person.press('Alt+Digit6');
  await page.getByRole('tab', { name: 'Conformance' }).click();
  person.count(1);
  await page.getByRole('button', { name: /^Run checks/ }).waitFor();
  await listens(page);
  await person.press('Control+Enter');
  await page.getByRole('tab', { name: /^Conformance (passed|\d+)$/ }).waitFor({ timeout: longest });
  const text = (await page.getByRole('region', { name: 'Run' }).textContent()) ?? '';
  return (text.match(/\d+ (?:failed|not tested|passed|not applicable)/g) ?? []).join(', ');
}
