/** The known exchanges of a request of the profile. */
import { isMap } from '../../../../engine/host/index.ts';
import type { DescribedName, Path } from '../../../../engine/index.ts';
import { decodedPart, verbs } from '../../../../engine/tools/index.ts';
import { type ProfileView, sectionOf, valueAt } from '../profile/view.ts';
import { type KnownExchange, sentence } from '../types/known-exchange.ts';

/** Keys below which maps are no reads, whatever keys they have. */
const otherMaps = new Set(['fields', 'codes', 'absent', 'params', 'headers', 'json', 'form', 'xml', 'outcomes']);

interface WrittenRequest {
  readonly path: Path;
  readonly spec: Readonly<Record<string, unknown>>;
  /** In capitals. */
  readonly method: string;
  /** The path or address, as the profile writes it. */
  readonly target: string;
}

/** The request that is written in the map at a path; undefined where there is none. */
export function requestAt(view: ProfileView, path: Path): WrittenRequest | undefined {
  const spec = valueAt(view, path);
  if (!isMap(spec)) return undefined;
  for (const verb of verbs) {
    const target = spec[verb];
    if (typeof target === 'string') return { path, spec, method: verb.toUpperCase(), target };
  }
  return undefined;
}

/** The nearest request around a path. */
export function requestAround(view: ProfileView, path: Path): WrittenRequest | undefined {
  const outer = path.findIndex((segment) => otherMaps.has(String(segment)));
  const end = outer < 0 ? path.length : outer;
  for (let length = end; length > 1; length -= 1) {
    const request = requestAt(view, path.slice(0, length));
    if (request !== undefined) return request;
  }
  return undefined;
}

/** The source of the request at a path: the nearest `use`, or the first one over HTTP. */
export function httpSourceOf(view: ProfileView, path: Path): string | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const use = valueAt(view, [...path.slice(0, length), 'use']);
    if (typeof use === 'string') return use;
  }
  return sectionOf(view, 'sources').find(([, source]) => isMap(source) && 'http' in source)?.[0];
}

const placeholder = /\{\{.*?\}\}|\$\{\w+\}/gs;

/** A regular expression for the text, in which each placeholder is any text. */
const patternOf = (text: string): string =>
  text
    .replaceAll(/\/+$/g, '')
    .split(placeholder)
    .map((constant) => constant.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*?');

/** A test of the target of an exchange: the path of the request, below the address of its source where the target is absolute. */
function addressTest(view: ProfileView, source: string | undefined, target: string): (target: string) => boolean {
  // A path without a constant letter could be any path.
  if (!/\p{L}/u.test(target.replaceAll(placeholder, ''))) return () => false;
  const base = source === undefined ? undefined : valueAt(view, ['sources', source, 'http']);
  const [path = ''] = target.split('?');
  const below = new RegExp(`^${patternOf(path)}$`, 's');
  const absolute = new RegExp(`^${patternOf(typeof base === 'string' ? base : '')}${patternOf(path)}$`, 's');
  return (text) => {
    const decoded = decodedPart(text).replace(/\/+$/, '');
    return below.test(decoded) || absolute.test(decoded);
  };
}

/** Constant values of a request that an exchange has, too: calls to the same address, such as those of JSON-RPC, differ by them. */
function agreements(written: unknown, sent: unknown): number {
  if (Array.isArray(written)) {
    const items: readonly unknown[] = Array.isArray(sent) ? sent : [];
    return written.reduce((sum: number, one, index) => sum + agreements(one, items[index]), 0);
  }
  if (isMap(written)) {
    const members = isMap(sent) ? sent : {};
    return Object.entries(written).reduce((sum, [name, one]) => sum + agreements(one, members[name]), 0);
  }
  return written !== undefined && String(written) === String(sent) ? 1 : 0;
}

/** The known exchanges of a request. Of several requests to one address those that agree best. */
export function exchangesOf(
  view: ProfileView,
  { path, spec, method, target }: WrittenRequest,
): readonly KnownExchange[] {
  const source = httpSourceOf(view, path);
  const isAddressed = addressTest(view, source, target);
  const addressed = view.exchanges.filter(
    (one) => one.method === method && (one.source === undefined || one.source === source) && isAddressed(one.target),
  );
  const ranked = addressed.map((exchange) => ({
    exchange,
    rank: agreements(spec.json ?? spec.form, exchange.request) + agreements(spec.params, exchange.params),
  }));
  const best = Math.max(...ranked.map(({ rank }) => rank));
  return ranked.flatMap(({ exchange, rank }) => (rank === best ? [exchange] : []));
}

/** The paths that known requests have, for the text of a request at a path. */
export function knownTargets(view: ProfileView, path: Path): readonly DescribedName[] {
  const verb = verbs.find((one) => one === path.at(-1));
  if (verb === undefined || path.some((segment) => otherMaps.has(String(segment)))) return [];
  const source = httpSourceOf(view, path.slice(0, -1));
  const sent = view.exchanges.filter(
    (one) =>
      one.method === verb.toUpperCase() &&
      (one.source === undefined || one.source === source) &&
      one.target.startsWith('/'),
  );
  const first = new Map(sent.toReversed().map((one) => [one.target, one.from]));
  return [...first].toReversed().map(([name, from]) => ({ name, detail: 'path', documentation: sentence(from) }));
}
