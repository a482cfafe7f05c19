/** Colours of text at a terminal. */

/** `good` and `bad` are for results and differences; the others for findings. */
const styles = {
  error: '\u001b[1;31m',
  warning: '\u001b[1;33m',
  advice: '\u001b[1;36m',
  bold: '\u001b[1m',
  quiet: '\u001b[34m',
  good: '\u001b[32m',
  bad: '\u001b[31m',
} as const;

/** Returns the text in a style, or unchanged. */
export type Paint = (style: keyof typeof styles, text: string) => string;

/** Text without colours. */
export const uncoloured: Paint = (_style, text) => text;
const coloured: Paint = (style, text) => (text === '' ? '' : `${styles[style]}${text}\u001b[0m`);

/** ANSI colours, or none. */
export const paintOf = (color: boolean): Paint => (color ? coloured : uncoloured);
