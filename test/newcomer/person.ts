/** A person at the keyboard of the page, who counts keystrokes. A key with Ctrl or Alt is one. */
import type { Page } from 'playwright-core';

export interface Person {
  readonly page: Page;
  keystrokes(): number;
  /** Counts keys that the caller has pressed in another way. */
  count(keys: number): void;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Types a text and takes the first proposal, which has to contain `expected`. */
  complete(text: string, expected: string): Promise<void>;
  /** Replaces the next occurrence of a text behind the cursor. Rejects if there is none: `engine init` writes another profile now. */
  replace(text: string, by: string): Promise<void>;
}

export function createPerson(page: Page): Person {
  let keys = 0;
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
