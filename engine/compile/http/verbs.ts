/** The verbs of a read or step, and the kind of source that it is for. */
import { verbs as allVerbs, type RequestSpec } from '../../profile/schema/http.ts';
import type { SourceKind } from '../context/sources.ts';

export type Verb = (typeof allVerbs)[number];

/** The verbs that the spec of a read or step has. More than one is an error that is reported where the request is compiled. */
export function verbsOf(spec: RequestSpec): readonly Verb[] {
  return allVerbs.filter((verb) => spec[verb] !== undefined);
}

/** The kind of source that a read or step is for; undefined where it only contains other reads. */
export function kindOf(
  spec: RequestSpec & { readonly query?: unknown; readonly call?: unknown; readonly exec?: unknown },
): SourceKind | undefined {
  if (verbsOf(spec).length > 0) return 'http';
  return spec.query === undefined && spec.call === undefined && spec.exec === undefined ? undefined : 'sql';
}
