/** Quoted texts in YAML. */

/** The offset of the closing quote; undefined if there is none before `end`. */
export function closingQuote(text: string, from: number, end: number, quote: string): number | undefined {
  for (let at = from; at < end; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== "'") return at;
      at += 1;
    }
  }
  return undefined;
}
