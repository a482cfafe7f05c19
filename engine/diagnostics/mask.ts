/** Secrets that somebody wrote into a file in plain text: a terminal, a log and a ticket get its lines without them. */

const called = String.raw`\w*(?:pass|pasw|pwd|secret|token|bearer|api_?key)\w*`;

/** The password of an address, `scheme://user:password@host`, which may hold any sign; and the value of what is called like a secret. */
const secrets = [
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s"']+(?=@)/giu,
  new RegExp(String.raw`(?<=(?:[?&;"']|:\s)\s*${called}=)[^\s&;"',}]+`, 'giu'),
  new RegExp(String.raw`(?<=\b${called}["']?\s*:\s*)(?:"[^"]*"|'[^']*'|[^\s{[,}"'#|>][^,}#]*)`, 'giu'),
];

/** A key whose value stands in the lines below it. */
const opened = new RegExp(String.raw`\b${called}["']?\s*:\s*(?:[|>][-+\d]*)?\s*$`, 'iu');

const key = new RegExp(`^${called}$`, 'iu');

/** Whether a key is called like a secret, so that its value is not repeated. */
export const isSecretKey = (name: string): boolean => key.test(name);

const hidden = (text: string): string => text.replace(/[^\s"']/gu, (character) => '*'.repeat(character.length));

/** Whether a value only names a secret: it comes from a setting, or says whether something is one. */
const isHarmless = (value: string): boolean =>
  value.includes('${') || /^["']?(?:true|false|null|\d?)["']?\s*$/iu.test(value);

/** The line with an asterisk for each character of a secret in it, so that columns stay where they are. `above` is the line before it. */
export function maskSecrets(line: string, above = ''): string {
  if (opened.test(above) && !/^\s*[\w"'-]+\s*:(?:\s|$)/.test(line)) return isHarmless(line) ? line : hidden(line);
  return secrets.reduce(
    (text, pattern) => text.replace(pattern, (value) => (isHarmless(value) ? value : hidden(value))),
    line,
  );
}
