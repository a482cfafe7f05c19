/** A person at the page, who counts keystrokes and clicks. A key with Ctrl or Alt is one. */
import type { Locator, Page } from 'playwright-core';

export interface Person {
  readonly page: Page;
  keystrokes(): number;
  clicks(): number;
  /** Counts keys that the caller has pressed in another way. */
  count(keys: number): void;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  click(target: Locator): Promise<void>;
  /** Clicks into the text of the editor, before the first occurrence of a text that is in view. */
  clickText(text: string): Promise<void>;
  /** Types a text and takes the first proposal, which has to contain `expected`. */
  complete(text: string, expected: string): Promise<void>;
  /** Replaces the next occurrence of a text behind the cursor. Rejects if there is none: `engine init` writes another profile now. */
  replace(text: string, by: string): Promise<void>;
}

/** An expression of the page: where a text of the shown editor begins, in pixels; null if it is not in view. */
const placeOfText = (text: string): string => `(() => {
  const wanted = ${JSON.stringify(text)};
  const content = [...document.querySelectorAll('.cm-content')].find((one) => one.checkVisibility());
  const line = [...(content?.querySelectorAll('.cm-line') ?? [])].find((one) => one.textContent.includes(wanted));
  if (line === undefined) return null;
  let rest = line.textContent.indexOf(wanted);
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent;
    if (rest < length) {
      const range = document.createRange();
      range.setStart(node, rest);
      range.setEnd(node, rest + 1);
      const { left, top, height } = range.getBoundingClientRect();
      return top < 0 || top > innerHeight ? null : { x: left + 0.5, y: top + height / 2 };
    }
    rest -= length;
  }
  return null;
})()`;

interface Point {
  readonly x: number;
  readonly y: number;
}

export function createPerson(page: Page): Person {
  let keys = 0;
  let clicks = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string): Promise<void> => {
    keys += text.length;
    await page.keyboard.type(text);
  };
  return {
    page,
    press,
    type,
    keystrokes: () => keys,
    clicks: () => clicks,
    async click(target) {
      clicks += 1;
      await target.click();
    },
    async clickText(text) {
      const place = await page.waitForFunction<Point | null>(placeOfText(text));
      const point = await place.jsonValue();
      if (point === null) throw new Error(`The editor does not show "${text}".`);
      const { x, y } = point;
      clicks += 1;
      await page.mouse.click(x, y);
    },
    count: (more) => {
      keys += more;
    },
    async complete(text, expected) {
      await type(text);
      await page.locator('.cm-tooltip-autocomplete li[aria-selected]').filter({ hasText: expected }).waitFor();
      // The editor takes a key that follows at once for one that was meant for the text.
      await page.waitForTimeout(150);
      await press('Enter');
    },
    async replace(text, by) {
      await press('Control+f');
      await page.locator('.cm-search input[name=search]').and(page.locator(':focus')).waitFor();
      await type(text);
      await press('Enter');
      await page
        .locator('.cm-searchMatch-selected')
        .filter({ hasText: text })
        .waitFor()
        .catch(() => {
          throw new Error(`The profile has no "${text}" behind the cursor: see answers.ts.`);
        });
      await press('Escape');
      // Key by key it would take half of the whole time. Keys are pressed where proposals are taken.
      keys += by.length;
      await page.keyboard.insertText(by);
      // Closes proposals.
      await press('Escape');
    },
  };
}
