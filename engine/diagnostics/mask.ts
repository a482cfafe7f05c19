/** Secrets that somebody wrote into a file in plain text: a terminal, a log and a ticket get its lines without them. */

/** The password of an address, `scheme://user:password@host`, and the value of a key that is called like a secret. */
const secrets = [
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/giu,
  /(?<=\b\w*(?:password|passwd|secret|token|bearer|api_?key)\w*["']?\s*:\s*)(?:"[^"]*"|'[^']*'|[^\s{[,}"'#|>][^,}#]*)/giu,
];

/** Whether a value only names a secret: it comes from a setting, or says whether something is one. */
const isHarmless = (value: string): boolean =>
  value.includes('${') || /^["']?(?:true|false|null|\d?)["']?\s*$/iu.test(value);

/** The line with an asterisk for each character of a secret in it, so that columns stay where they are. */
export function maskSecrets(line: string): string {
  return secrets.reduce(
    (text, pattern) =>
      text.replace(pattern, (value) =>
        isHarmless(value) ? value : value.replace(/[^\s"']/gu, (character) => '*'.repeat(character.length)),
      ),
    line,
  );
}
