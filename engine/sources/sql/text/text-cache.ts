/** The texts of one statement, each built once. */
import { type Given, isList } from './value-slots.ts';
import type { WrapUse } from './wrap.ts';

/** Texts kept for a statement; the oldest goes first. */
const maximumTexts = 256;

/** Lists are padded to powers of two with their last value, so that few texts exist. Undefined for a single value. */
export function listSize(value: Given | undefined): number | undefined {
  if (!isList(value)) return undefined;
  return value.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(value.length));
}

/** The use of a wrap as a whole number: flags, and the numbers of words and patterns in front. Words are 32 at most. */
function wrapKey({ words, starts, rest, searching, matchesNothing, rare, since, after, empty }: WrapUse): number {
  const flags = (rest ? 1 : 0) + (searching ? 2 : 0) + (matchesNothing ? 4 : 0) + (rare ? 8 : 0);
  return (starts * 64 + words) * 128 + flags + (since ? 16 : 0) + (after ? 32 : 0) + (empty ? 64 : 0);
}

/** All that decides a text. */
interface TextUse {
  readonly wrap: WrapUse;
  /** For each optional block in order: whether it is included. */
  readonly included: readonly boolean[];
  readonly values: readonly (Given | undefined)[];
}

function textKey({ wrap, included, values }: TextUse): string | number {
  let key: string | number = wrapKey(wrap);
  for (const block of included) key = `${key}${block ? '+' : '-'}`;
  for (let place = 0; place < values.length; place++) {
    const value = values[place];
    if (isList(value)) key = `${key};${place}:${listSize(value)}`;
  }
  return key;
}

/** A function that builds each text once. */
export function cachedTexts<Text>(build: (use: TextUse) => Text): (use: TextUse) => Text {
  const texts = new Map<string | number, Text>();
  return (use) => {
    const key = textKey(use);
    const cachedText = texts.get(key);
    if (cachedText !== undefined) return cachedText;
    const built = build(use);
    const oldest = texts.size >= maximumTexts ? texts.keys().next().value : undefined;
    if (oldest !== undefined) texts.delete(oldest);
    texts.set(key, built);
    return built;
  };
}
