/** Divides the texts of OData's query options at signs outside of brackets and texts. */

/** A part of an option's text, with its place in it. */
export interface Part {
  readonly text: string;
  readonly offset: number;
}

/** Splits at a sign that is neither inside of brackets nor of a text. */
export function split({ text, offset }: Part, sign: string): readonly Part[] {
  const parts: Part[] = [];
  let [depth, start, isText] = [0, 0, false];
  for (let at = 0; at <= text.length; at += 1) {
    const char = text[at];
    if (char === "'") isText = !isText;
    else if (!isText && char === '(') depth += 1;
    else if (!isText && char === ')') depth -= 1;
    if (at < text.length && (isText || depth > 0 || char !== sign)) continue;
    const part = text.slice(start, at);
    const before = part.length - part.trimStart().length;
    parts.push({ text: part.trim(), offset: offset + start + before });
    start = at + 1;
  }
  return parts;
}

/** The faults of a part as faults of the whole text. */
export const moved = <T extends { readonly offset: number }>(faults: readonly T[], by: number): readonly T[] =>
  faults.map((fault) => ({ ...fault, offset: fault.offset + by }));
