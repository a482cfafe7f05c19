/** The text in which a regular expression searches. */

export type Assertion = 'start' | 'end' | 'word' | 'noWord';

const isWord = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);

const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029;

export class SearchedText {
  readonly text: string;
  readonly #multiline: boolean;
  /** Whether a character is a code point; a UTF-16 code unit otherwise. */
  readonly #unicode: boolean;

  constructor(text: string, { multiline, unicode }: Pick<RegExp, 'multiline' | 'unicode'>) {
    this.text = text;
    this.#multiline = multiline;
    this.#unicode = unicode;
  }

  /** The character at a position; -1 at the end. */
  after(position: number): number {
    if (position >= this.text.length) return -1;
    return this.#unicode ? (this.text.codePointAt(position) ?? -1) : this.text.charCodeAt(position);
  }

  /** The character before a position; -1 at the beginning. */
  before(position: number): number {
    if (position <= 0) return -1;
    const unit = this.text.charCodeAt(position - 1);
    const isSecond = this.#unicode && position > 1 && unit >= 0xdc00 && unit <= 0xdfff;
    const whole = isSecond ? (this.text.codePointAt(position - 2) ?? unit) : unit;
    return whole > 0xffff ? whole : unit;
  }

  holds(assertion: Assertion, position: number): boolean {
    const before = position > 0 ? this.text.charCodeAt(position - 1) : -1;
    const after = position < this.text.length ? this.text.charCodeAt(position) : -1;
    switch (assertion) {
      case 'start':
        return before === -1 || (this.#multiline && isLineEnd(before));
      case 'end':
        return after === -1 || (this.#multiline && isLineEnd(after));
      case 'word':
        return isWord(before) !== isWord(after);
      case 'noWord':
        return isWord(before) === isWord(after);
    }
  }
}

/** The number of UTF-16 code units of a character. */
export const widthOf = (unit: number): number => (unit > 0xffff ? 2 : 1);
