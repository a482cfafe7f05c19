/** Which source decides a property of a whole endpoint: its time zone, and where ids are checked. */
import type { EndpointSpec } from '../profile/schema/index.ts';
import type { CompileContext } from './context/context.ts';
import { defaultSource, httpSource, zoneOf } from './context/sources.ts';
import { kindOf } from './http/verbs.ts';

/** The sources that an endpoint names; the one that does most of its work first. */
function namedSources({ use, find, statement, first, union, write }: EndpointSpec): readonly string[] {
  const findSource = typeof find === 'object' ? find.use : undefined;
  const [step] = Object.values(write?.[0] ?? {});
  return [use, findSource, statement?.entries.use, (first ?? union)?.[0]?.use, step?.use].filter(
    (name) => name !== undefined,
  );
}

/** The source that finds out whether an id exists: a database if the endpoint names one, even where it writes over HTTP. */
export function idSource(context: CompileContext, spec: EndpointSpec): string | undefined {
  const names = namedSources(spec);
  return names.find((name) => httpSource(context, name) === undefined) ?? names[0];
}

/** The time zone of the source that most of an endpoint's rows come from. */
export function readZone(context: CompileContext, spec: EndpointSpec): string {
  const [first = spec] = spec.first ?? spec.union ?? (spec.statement === undefined ? [] : [spec.statement.entries]);
  const only = defaultSource(context, kindOf(first));
  return zoneOf(context, namedSources(spec)[0] ?? only ?? Object.keys(context.profile.sources)[0] ?? '');
}

/** The time zone of the source that the lookup of a write reads from, because the row that it finds is the answer. */
export function writeZone(context: CompileContext, { use, find, write }: EndpointSpec): string {
  const [step] = Object.values(write?.[0] ?? {});
  const outer = use ?? step?.use;
  const read = typeof find === 'object' ? find : undefined;
  const [first = read] = read?.first ?? read?.union ?? [];
  return zoneOf(context, first?.use ?? read?.use ?? defaultSource(context, first && kindOf(first), outer) ?? '');
}
