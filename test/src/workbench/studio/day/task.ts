/** A task of a working day in the studio, done by keyboard alone or by mouse: counts keys and clicks, and prints them with the seconds. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { createPerson, type Person } from '../../../../newcomer/person.ts';
import { isAll } from '../../../../support/depth.ts';
import { type OpenedPage, opened } from '../open-page.ts';
import { profileCopy } from '../studio.ts';

/** With the mouse, too, texts are typed. */
export const hands = ['keyboard', 'mouse'] as const;
export type Hand = (typeof hands)[number];

export interface Day extends OpenedPage {
  readonly person: Person;
  readonly folder: string;
}

/** Milliseconds for what another process does. */
const longest = 60_000;

/** Replaces a text of a file, which has to contain it. */
export function replaceIn(folder: string, name: string, from: string, to: string): void {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

/** A copy of the demo profile with the cases of accounts alone: proofs of it take seconds. */
export function accountsCopy(): string {
  const folder = profileCopy();
  for (const name of ['catalogue', 'drafts', 'orders', 'pushes', 'receivables'])
    rmSync(join(folder, `cases/${name}.yaml`));
  return folder;
}

/** The text of a file of the profile, once it contains another text. */
export async function onDisk({ folder }: Day, name: string, expected: string): Promise<string> {
  return vi.waitFor(
    () => {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text).toContain(expected);
      return text;
    },
    { timeout: longest, interval: 50 },
  );
}

/** What a person does: with the keyboard, or with the mouse. */
export type Task = Readonly<Record<Hand, (day: Day) => Promise<void>>>;

/** Registers tests of tasks. In CI each task is done once, by keyboard and by mouse in turn; at night by both. */
export function testsBy(hand: Hand): (title: string, test: () => Promise<void>) => void {
  let place = hands.indexOf(hand);
  return (title, test) => {
    if (isAll || place % hands.length === 0) it(title, test);
    place += 1;
  };
}

/** Opens the studio for a profile, does the task, and prints what it took. `task` ends when the page shows its result. */
export async function doTask(
  what: string,
  hand: Hand,
  task: Task,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Day> {
  const page = await opened(folder, environment);
  const day: Day = { ...page, folder, person: createPerson(page.page) };
  await page.page.locator('.board .badge').first().waitFor();
  const started = performance.now();
  await task[hand](day);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const { keystrokes, clicks } = day.person;
  process.stdout.write(`Day: ${what}, ${hand}: ${keystrokes()} keys, ${clicks()} clicks, ${seconds} s\n`);
  expect(hand === 'keyboard' ? clicks() : 0).toBe(0);
  expect(day.complaints).toEqual([]);
  return day;
}

/** Opens what the box "Go to" finds first for a text. `expected`: its title. */
export async function goTo({ person }: Day, text: string, expected: string): Promise<void> {
  await person.press('Control+k');
  await person.page
    .getByRole('combobox', { name: /^Endpoint, name/ })
    .and(person.page.locator(':focus'))
    .waitFor();
  await person.type(text);
  await person.page.locator('.go-to [aria-selected=true]').filter({ hasText: expected }).waitFor();
  await person.press('Enter');
}

/** The editor of the shown file has the focus. */
export const inEditor = async ({ page }: Day): Promise<void> => page.locator('.cm-editor.cm-focused').first().waitFor();

/** Selects the next occurrence of a text behind the cursor. */
export async function find({ person, page }: Day, text: string): Promise<void> {
  await person.press('Control+f');
  await page.locator('.cm-search input[name=search]').and(page.locator(':focus')).waitFor();
  await person.type(text);
  await person.press('Enter');
  await page.locator('.cm-searchMatch-selected').filter({ hasText: text }).waitFor();
  await person.press('Escape');
}

export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
export const button = (page: Page, name: RegExp | string): Locator => page.getByRole('button', { name }).first();

/** The answer of the last call, as JSON, once it contains a text. */
export async function answerWith({ page }: Day, text: string): Promise<unknown> {
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.locator('pre').filter({ hasText: text }).first().waitFor();
  return JSON.parse((await answer.locator('pre').first().textContent()) ?? '');
}
