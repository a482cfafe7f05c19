/** A text without some characters at its end. A regular expression such as `/ +$/` would need quadratic time for long runs inside the text. */

/** The text without these characters at its end. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
