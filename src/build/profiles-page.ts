/** The page on the shipped profiles: which of them answers which endpoint, and how, as their files say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noBases, readDocument } from '../../engine/index.ts';
import { contract } from '../contract/index.ts';
import { codeCell, markdownTable } from './markdown.ts';

type PlainMap = Readonly<Record<string, unknown>>;

interface Shipped {
  readonly name: string;
  readonly title: string;
  readonly endpoints: PlainMap;
}

const isMap = (value: unknown): value is PlainMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapIn = (value: unknown, key: string): PlainMap => {
  const found = isMap(value) ? value[key] : undefined;
  return isMap(found) ? found : {};
};

/** The profiles in a folder, by name. */
function shippedIn(folder: string): readonly Shipped[] {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'profile.yaml')));
  return names.sort().map((name) => {
    const text = readFileSync(join(folder, name, 'profile.yaml'), 'utf8');
    const { document } = readDocument(text, name, noBases);
    const value = document?.value;
    return { name, title: String(isMap(value) ? value.title : ''), endpoints: mapIn(value, 'endpoints') };
  });
}

/** The keys in a piece of a profile that hold a text: names of steps hold maps. */
function wordsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => (typeof inner === 'string' ? [key] : wordsIn(inner)));
}

/** Words of SQL: `procedure` is that of a call. */
const sql = ['query', 'exec', 'procedure'];
const verbs = ['get', 'post', 'put', 'patch', 'delete', 'head'];

/** How an endpoint is answered, in a few words. */
function wayOf(spec: unknown): string {
  if (!isMap(spec)) return 'missing';
  const { unavailable, answer, absent } = spec;
  if (typeof unavailable === 'string') return answer === 'empty' ? 'unavailable: an empty list' : 'unavailable';
  const words = wordsIn(spec);
  const isTextual = typeof mapIn(spec, 'statement').currency === 'string';
  const kinds = [
    ...(isTextual || words.some((word) => sql.includes(word)) ? ['SQL'] : []),
    ...(words.some((word) => verbs.includes(word)) ? ['HTTP'] : []),
  ];
  const notes = [
    ...('statement' in spec ? ['balances computed'] : []),
    ...(isMap(unavailable) ? ['not in every version'] : []),
    ...(isMap(absent) ? ['some fields absent'] : []),
  ];
  return [kinds.join(' + '), ...notes].join(', ');
}

/** Why something is not provided, and where not always: in which versions. */
function reasonsOf({ endpoints }: Shipped): readonly string[] {
  return Object.entries(endpoints).flatMap(([path, spec]) => {
    const unavailable = isMap(spec) ? spec.unavailable : undefined;
    if (typeof unavailable === 'string') return [`- ${codeCell(path)}: ${unavailable}`];
    return isMap(unavailable)
      ? [`- ${codeCell(path)}, ${codeCell(`when ${String(unavailable.when)}`)}: ${String(unavailable.reason)}`]
      : [];
  });
}

/** The page, from the folder that holds the shipped profiles. */
export function profilesPage(folder: string): string {
  const shipped = shippedIn(folder);
  const paths = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').map(({ path }) => path);
  const rows = paths.map((path) => [codeCell(path), ...shipped.map(({ endpoints }) => wayOf(endpoints[path]))]);
  const parts = shipped.flatMap((one) => {
    const reasons = reasonsOf(one);
    const about = `${one.title}. What it needs, and what of it is unchecked: [its README](../profiles/${one.name}/README.md).`;
    return [`## ${one.name}`, about, ...(reasons.length > 0 ? [reasons.join('\n')] : [])];
  });
  const intro = [
    '# The shipped profiles',
    'How each of them answers the endpoints of the contract: from which kind of source, and whether in every version of the ERP.',
    markdownTable(['endpoint', ...shipped.map(({ name }) => name)], rows),
  ];
  return `${[...intro, ...parts].join('\n\n')}\n`;
}
