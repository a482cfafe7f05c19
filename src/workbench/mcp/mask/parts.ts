/** Texts part by part. */
import { type Part, partsOf } from '../../masking/index.ts';

/** The text with each part replaced by `by`. */
export function eachPart(text: string, by: (part: Part) => string): string {
  let [result, at] = ['', 0];
  for (const part of partsOf(text)) {
    result += text.slice(at, part.from) + by(part);
    at = part.from + part.text.length;
  }
  return result + text.slice(at);
}
