/** The keys of the page. None of them produces a character: on a Mac, Option writes characters such as [ and |, and Control writes none. */

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The modifier that opens a view together with a digit. */
export const viewModifier = isMac ? 'Ctrl' : 'Alt';

/** The name of the modifier of all other keys, as it is written on the keyboard. */
export const modifier = isMac ? 'Cmd' : 'Ctrl';

type PressedKey = Pick<
  KeyboardEvent,
  'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'code' | 'isComposing' | 'getModifierState'
>;

/** The digit of a key that opens a view, from 1; undefined for every other key. The place of the key counts: on a French keyboard a digit needs Shift. */
export function viewDigit(event: PressedKey): number | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey, code, isComposing } = event;
  const isModified = isMac ? ctrlKey && !altKey : altKey && !ctrlKey;
  // AltGr writes characters.
  if (!isModified || metaKey || shiftKey || isComposing || event.getModifierState('AltGraph')) return undefined;
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

/** Whether Ctrl, or Cmd on a Mac, is pressed without other modifiers. */
export const isCommand = ({ ctrlKey, metaKey, altKey, shiftKey }: Omit<PressedKey, 'code'>): boolean =>
  (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;

/** Whether a dialog has the keys. */
export const isInDialog = (): boolean => document.querySelector('dialog[open]') !== null;
