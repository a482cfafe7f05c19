/** Masks secrets that are written into a file in plain text, so that they do not reach terminals, logs and tickets. */

/** Names of secrets. */
const secretName = String.raw`\w*(?:pass|pasw|pwd|secret|token|bearer|api_?key)\w*`;

/** The password of a URL, `scheme://user:password@host`, with any characters; values of query parameters and of keys with a secret name. */
const secretValues = [
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s"']+(?=@)/giu,
  new RegExp(String.raw`(?<=(?:[?&;"']|:\s)\s*${secretName}=)[^\s&;"',}]+`, 'giu'),
  new RegExp(String.raw`(?<=\b${secretName}["']?\s*:\s*)(?:"[^"]*"|'[^']*'|[^\s{[,}"'#|>][^,}#]*)`, 'giu'),
];

/** A key whose value is on the following lines. */
const keyOfBlock = new RegExp(String.raw`\b${secretName}["']?\s*:\s*(?:[|>][-+\d]*)?\s*$`, 'iu');

const wholeName = new RegExp(`^${secretName}$`, 'iu');

/** Whether a key has a secret name, so that its value must not be shown. */
export const isSecretKey = (name: string): boolean => wholeName.test(name);

const masked = (text: string): string => text.replace(/[^\s"']/gu, (character) => '*'.repeat(character.length));

/** Whether a value is not a secret itself: a reference to a setting, a boolean, null or a single digit. */
const isHarmless = (value: string): boolean =>
  value.includes('${') || /^["']?(?:true|false|null|\d?)["']?\s*$/iu.test(value);

/** The line with an asterisk for each character of a secret, so that columns do not move. `above` is the previous line of the file. */
export function maskSecrets(line: string, above = ''): string {
  if (keyOfBlock.test(above) && !/^\s*[\w"'-]+\s*:(?:\s|$)/.test(line)) return isHarmless(line) ? line : masked(line);
  return secretValues.reduce(
    (text, pattern) => text.replace(pattern, (value) => (isHarmless(value) ? value : masked(value))),
    line,
  );
}
