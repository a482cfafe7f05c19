/** Masks secrets in one line of a file that may not be readable as YAML. */
import { isHarmless, masked } from './mask-text.ts';
import { credentialHeader, credentialParameter, secretName } from './names.ts';

/** The password of a URL, `scheme://user:password@host`, with any characters; values of query parameters, headers and keys with a secret name. */
const secretValues = [
  /(?<=\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s"']+(?=@)/giu,
  new RegExp(String.raw`(?<=(?:[?&;"']|:\s)\s*${secretName}=)[^\s&;"',}]+`, 'giu'),
  new RegExp(String.raw`(?<=;\s*${secretName}\s*=\s*)[^;"']+`, 'giu'),
  new RegExp(String.raw`(?<=[?&]${credentialParameter}=)[^\s&;"',}#]+`, 'giu'),
  new RegExp(String.raw`(?<=\b${secretName}["']?\s*:\s*)(?:"[^"]*"|'[^']*'|[^\s{[,}"'#|>][^,}#]*)`, 'giu'),
  new RegExp(
    String.raw`(?<=(?:^|[\s{,"'])${credentialHeader}["']?\s*:\s+)(?:"[^"]*"|'[^']*'|[^\s{[}"'#|>][^}#]*)`,
    'giu',
  ),
];
const secretMark = /\bsec\w*:\s*true\b/i;
const defaultValue = /(?<=\bdefault:\s*)(?:"[^"]*"|'[^']*'|[^\s{[,}"'#|>][^,}#]*)/giu;

/** Longer lines are masked as a whole: the time of the search grows faster than the line. */
const longest = 4_000;

/** A key whose value is on the following lines. */
const keyOfBlock = new RegExp(
  String.raw`\b(?:${secretName}|${credentialHeader})["']?\s*:\s*(?:[|>][-+\d]*)?\s*$`,
  'iu',
);

/** The line with an asterisk for each character of a secret, so that columns do not move. `above` is the previous line of the file. */
export function maskLine(line: string, above = ''): string {
  if (keyOfBlock.test(above) && !/^\s*(?:[\w"'-]+\s*:(?:\s|$)|[{[])/.test(line))
    return isHarmless(line) ? line : masked(line);
  if (line.length > longest) return masked(line);
  const patterns = secretMark.test(line) ? [...secretValues, defaultValue] : secretValues;
  return patterns.reduce(
    (text, pattern) => text.replace(pattern, (value) => (isHarmless(value) ? value : masked(value))),
    line,
  );
}
