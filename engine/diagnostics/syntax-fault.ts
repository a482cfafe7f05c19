/** The finding that an expression cannot be parsed. */

/** `message` is that of JSONata. */
export function syntaxFault(message: string): {
  readonly code: 'EXP301';
  readonly message: string;
  readonly hint: string;
} {
  const sentence = message.replace(/^./, (first) => first.toLowerCase()).replace(/\.?$/, '.');
  return {
    code: 'EXP301',
    message: `JSONata cannot read this expression: ${sentence}`,
    hint: 'Correct it at the mark, or just before.',
  };
}
