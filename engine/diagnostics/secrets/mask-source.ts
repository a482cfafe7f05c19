/** Masks the secrets in the text of a YAML file, also of one with faults. */
import { CST, Parser } from 'yaml';
import { isHarmless, isPrivateKey, masked, maskedInside, secretsInside } from './mask-text.ts';
import {
  credentialHeader,
  credentialParameter,
  isSecretPosition,
  memberOf,
  type Position,
  secretName,
} from './names.ts';
import { maskSent, sentSecrets } from './sent-literals.ts';

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

interface MaskedSource {
  /** The text with an asterisk for each character of a secret: lines and columns do not move. */
  readonly text: string;
  /** The secrets, without those that are too short to be recognised in another text. */
  readonly secrets: readonly string[];
}

/** A scalar of the file. `source`: as it is written, with its quotes. */
interface LocatedScalar {
  readonly position: Position;
  readonly offset: number;
  readonly source: string;
  readonly value: string;
  readonly anchor: string | undefined;
}

/** Maps and lists inside each other; profiles have a tenth of it. Below, lines are still masked one by one. */
const deepest = 100;
/** Shorter texts occur in ordinary words. */
const shortest = 5;

/** The text and the place of a scalar; undefined for other tokens. */
function scalarOf(token: CST.Token): Pick<LocatedScalar, 'offset' | 'source' | 'value'> | undefined {
  const resolved = CST.resolveAsScalar(token, true, () => undefined);
  if (resolved === null || token.type === 'alias') return undefined;
  if (token.type !== 'block-scalar')
    return { offset: token.offset, source: 'source' in token ? token.source : '', value: resolved.value };
  const header = token.props.at(-1);
  const offset = header === undefined || !('source' in header) ? token.offset : header.offset + header.source.length;
  return { offset, source: token.source, value: resolved.value };
}

const anchorIn = (tokens: readonly CST.SourceToken[]): string | undefined =>
  tokens.find(({ type }) => type === 'anchor')?.source.slice(1);

/** All scalars of a file with their positions, and the positions of its aliases by name. */
function scan(text: string) {
  const scalars: LocatedScalar[] = [];
  const aliases = new Map<string, Position[]>();
  function walk(token: CST.Token | null | undefined, position: Position, anchor: string | undefined, depth = 0): void {
    if (token === null || token === undefined) return;
    if (token.type === 'alias') {
      const name = token.source.slice(1);
      aliases.set(name, [...(aliases.get(name) ?? []), position]);
      return;
    }
    const scalar = scalarOf(token);
    if (scalar !== undefined) scalars.push({ ...scalar, position, anchor });
    if (!('items' in token) || depth > deepest) return;
    const itemKey = ({ key }: CST.CollectionItem): string | undefined => (key ? scalarOf(key)?.value : undefined);
    const itemText = ({ value }: CST.CollectionItem): string => (value ? (scalarOf(value)?.value ?? '') : '');
    const owner = new Map(token.items.map((item) => [itemKey(item) ?? '', itemText(item)]));
    for (const item of token.items) {
      const key = itemKey(item);
      const inner = key === undefined ? position : memberOf(position, key, owner);
      walk(item.value, inner, anchorIn(item.sep ?? item.start), depth + 1);
    }
  }
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document') walk(token.value, { path: [], isDefault: false }, anchorIn(token.start));
  }
  return { scalars, aliases };
}

/** What a scalar looks like without its secrets, and these. */
function hide({ position, source, value, anchor }: LocatedScalar, aliases: ReadonlyMap<string, readonly Position[]>) {
  const positions = [position, ...(anchor === undefined ? [] : (aliases.get(anchor) ?? []))];
  const isWhole = positions.some(isSecretPosition) || isPrivateKey(value);
  if (isWhole) return isHarmless(value) ? undefined : { shown: masked(source), secrets: [value.trim()] };
  const inside = secretsInside(value);
  if (inside.length > 0) return { shown: maskedInside(source), secrets: inside };
  for (const { path } of positions) {
    const shown = maskSent(source, path);
    if (shown !== undefined) return { shown, secrets: sentSecrets(value, path) };
  }
  return undefined;
}

const isSecretMark = (line: string): boolean => /^\s*sec\w*:\s*true\b/i.test(line);

function mask(text: string): MaskedSource {
  const { scalars, aliases } = scan(text);
  const secrets = new Set<string>();
  let shown = '';
  let end = 0;
  for (const scalar of scalars) {
    const hidden = hide(scalar, aliases);
    if (hidden === undefined || scalar.offset < end) continue;
    shown += text.slice(end, scalar.offset) + hidden.shown;
    end = scalar.offset + scalar.source.length;
    for (const secret of hidden.secrets) if (secret.length >= shortest) secrets.add(secret);
  }
  const lines = (shown + text.slice(end)).split('\n');
  const byLine = lines.map((line, index) => {
    // Of a setting that is not indented as its map is.
    const isDefault = /^\s*default:/.test(line) && lines.slice(Math.max(0, index - 2), index + 3).some(isSecretMark);
    return isDefault ? line.replace(/(?<=default:\s*)\S.*/, masked) : maskLine(line, lines[index - 1]);
  });
  return { text: byLine.join('\n'), secrets: [...secrets] };
}

/** All findings of a command are about a few files. */
const remembered = new Map<string, MaskedSource>();
const mostRemembered = 8;

/** The text of a file without its secrets. */
export function maskSource(text: string): MaskedSource {
  const maskedSource = remembered.get(text) ?? mask(text);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(text, maskedSource);
  return maskedSource;
}

/** A message about these files, without the secrets that are written into them. */
export function concealIn(sources: ReadonlyMap<string, string>): (message: string) => string {
  const secrets = [...sources.values()].flatMap((text) => maskSource(text).secrets);
  // A longer secret may contain a shorter one.
  secrets.sort((a, b) => b.length - a.length);
  return (message) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '********'), message);
}
