/** Messages of invalid regular expressions. */

/** The reason that JavaScript gives for an invalid regular expression, without the expression itself. */
export function regexError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^Invalid regular expression: .*: (.)/s, (_prefix, first: string) => first.toLowerCase());
}
