/** Arabic and Hebrew names beside numbers and codes, in a real browser: each value has its own direction, and nothing overlaps, in every window. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasChromium, needsChromium } from './browser.ts';
import { examine, inWindows, opened, useChromium } from './open-page.ts';
import { shopFolder } from './shop.ts';

useChromium();

/** Names that begin in Arabic, in Hebrew and in Latin letters, each with a number behind the first word; one is wider than its column. */
const names = [
  'شركة 2020 النور للتجارة',
  'משרד 17 בע"מ',
  'Anna شركة 5',
  `مؤسسة 1998 ${'الأمل للتجارة العامة والمقاولات '.repeat(4).trim()}`,
];

function shopWithNames(): string {
  const folder = shopFolder();
  const file = join(folder, 'profile.yaml');
  // A profile with a secret in its text is read-only.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\n {2}token: .*/, ''));
  const rows = names.map((name, index) => `('K-${index + 1}', '${name}', '${index % 2 === 0 ? 'حلب' : 'חיפה'}', 0)`);
  writeFileSync(join(folder, 'fixture/data.sql'), `INSERT INTO customer VALUES ${rows.join(', ')};\n`);
  return folder;
}

/** Script of the page: what is wrong with the cells of its tables and the members of its JSON. */
const faults = `(() => {
  const wrong = [];
  const rectOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const cells = [...document.querySelectorAll('.grid td:not(.actions):not(.none)')].filter((one) => one.checkVisibility());
  for (const cell of cells) {
    const [text, box] = [cell.textContent, cell.getBoundingClientRect()];
    // The actions of a row stay in view above its other cells.
    const next = cell.nextElementSibling?.matches(':not(.actions)') && cell.nextElementSibling.getBoundingClientRect();
    if (next && next.left < box.right - 1) wrong.push('overlaps the next cell: ' + text);
    const first = text.search(/\\p{L}/u);
    if (first < 0 || cell.firstChild?.nodeType !== Node.TEXT_NODE) continue;
    const isRightToLeft = /[\\u0590-\\u08ff]/.test(text[first]);
    const { direction } = getComputedStyle(cell);
    if (direction !== (isRightToLeft ? 'rtl' : 'ltr')) wrong.push(direction + ': ' + text);
    const letter = rectOf(cell.firstChild, first);
    if (letter.left < box.left - 1 || letter.right > box.right + 1) wrong.push('begins outside of its cell: ' + text);
    const digit = text.slice(first).search(/\\d/);
    if (digit < 0) continue;
    const number = rectOf(cell.firstChild, first + digit);
    if (number.left < letter.left !== isRightToLeft) wrong.push('has its number on the wrong side: ' + text);
  }
  for (const json of [...document.querySelectorAll('pre')].filter((one) => one.checkVisibility())) {
    const node = json.firstChild;
    const text = json.textContent;
    for (const { index, 0: member } of text.matchAll(/"erpName": "/g)) {
      if (node?.nodeType !== Node.TEXT_NODE) continue;
      if (rectOf(node, index).left > rectOf(node, index + member.length).left) wrong.push('member behind its value');
    }
  }
  return [cells.length, wrong];
})()`;

async function expectDirections(page: Page, view: string): Promise<void> {
  await inWindows(page, async ({ width }) => {
    const [count, wrong]: readonly [number, readonly string[]] = await page.evaluate(faults);
    expect([view, width, wrong]).toEqual([view, width, []]);
    expect(count).toBeGreaterThan(3);
  });
}

describe.skipIf(!hasChromium)(`right-to-left values ${needsChromium}`, () => {
  it('keep their direction in answers, tables and rows', async () => {
    const { page, studio, complaints } = await opened(shopWithNames());
    await page.keyboard.press('Alt+Digit3');
    await page.getByLabel('query').fill('');
    await page.keyboard.press('Control+Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('K-4').waitFor();
    await page.getByRole('group', { name: 'Rows of the statement' }).waitFor();
    await expectDirections(page, 'answer as JSON');
    await answer.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('group', { name: 'Rows of hits' }).waitFor();
    await expectDirections(page, 'answer as table');
    await examine(page, 'right-to-left');

    await page.goto(`http://127.0.0.1:${studio.port}/#/profile?file=profile.yaml&line=13`);
    await page.locator('.cm-editor.cm-focused').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.answer-panel .grid').first().waitFor();
    await expectDirections(page, 'answer beside the editor');

    await page.keyboard.press('Alt+Digit4');
    await page.getByRole('checkbox', { name: /^Masked/ }).uncheck();
    await page.getByRole('cell', { name: names[0] ?? '', exact: true }).waitFor();
    await expectDirections(page, 'rows of the database');
    expect(complaints).toEqual([]);
  });

  it('keep their direction in the records that a form offers', async () => {
    const { page } = await opened(shopWithNames());
    await page.getByRole('link', { name: 'Try Credit snapshot' }).click();
    await page.getByRole('button', { name: /^Look up/ }).click();
    const label = page.locator('.offer li bdi').filter({ hasText: names[0] ?? '' });
    await label.waitFor();
    // The number of the customer stays on the left of the name.
    const [code, name] = await Promise.all([
      label.locator('xpath=preceding-sibling::code').boundingBox(),
      label.boundingBox(),
    ]);
    expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual((name?.x ?? 0) + 1);
  });
});
