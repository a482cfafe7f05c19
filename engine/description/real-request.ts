/** A request as it is sent: the operation that it is, and its name without the values in its path. */
import {
  anyValue,
  callIn,
  type DescribedMethod,
  type Resolution,
  type ServiceDescription,
  segmentsOf,
} from './model.ts';

/** How a body is written. In a form and in XML, every value is a text. */
export type BodyWriting = 'json' | 'form' | 'xml';

export interface RealRequest {
  readonly method: DescribedMethod;
  /** The path below the address of the source, as it is sent; it begins with a slash. */
  readonly path: string;
  /** The path of the address. */
  readonly base: string;
  /** Decoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers, in lower case, and of parameters that the authentication adds when the request is sent. */
  readonly credentials?: readonly string[];
  /** The value of a JSON body, the fields of a form, or the elements of XML; undefined without a body, and for one of another form. */
  readonly body: unknown;
  /** Default: JSON. */
  readonly writing?: BodyWriting;
}

/** The parts of an address that a description is about. `base`: the address of the source. */
export function addressed(base: URL, to: URL): Pick<RealRequest, 'path' | 'base' | 'query'> {
  const start = base.pathname.replace(/\/$/, '');
  const path = to.pathname.startsWith(start) ? to.pathname.slice(start.length) : to.pathname;
  return { path, base: base.pathname, query: [...to.searchParams] };
}

export interface ResolvedRequest {
  readonly resolution: Resolution;
  /** The decoded segments of the path, with `anyValue` for the values that are segments of their own. */
  readonly segments: readonly string[];
  /** The request without keys and numbers: `GET /customers(…)`. A segment that the description lacks stays where it is written like a name. */
  readonly name: string;
  /** The same for a log: a segment that may be a value is left out. */
  readonly nameWithoutValues: string;
}

/** A segment as the description has it. One with a slash in its value stays as it is sent. */
function decoded(segment: string): string {
  try {
    return /%2f/i.test(segment) ? segment : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Whether the segment is written like a name. */
const isName = (segment: string): boolean => /^[\p{L}_.]+$/u.test(segment);

const withoutKey = (segment: string): string => segment.replace(/\((?!\)$).*$/s, '(…)').replaceAll(anyValue, '…');

/** A segment that the description does not have. */
const unknownSegment = (segment: string): string => (isName(segment.replace(/\(.*$/s, '')) ? withoutKey(segment) : '…');

const joined = (method: string, segments: readonly string[]): string => `${method} /${segments.join('/')}`;

/** The request without what may be a value, where no description distinguishes names from values. */
export function unresolvedName({ method, path }: Pick<RealRequest, 'method' | 'path'>): string {
  const [first, ...others] = segmentsOf(path).map(decoded);
  return joined(method, first === undefined ? [] : [unknownSegment(first), ...others.map(() => '…')]);
}

/** The operation of a request; undefined for what no description has: the service itself, its metadata, and batches. */
export function resolvedRequest(service: ServiceDescription, request: RealRequest): ResolvedRequest | undefined {
  const { method, path, base, body, writing = 'json' } = request;
  const call = writing === 'json' ? callIn(body) : undefined;
  let segments = segmentsOf(path);
  if ((segments.length === 0 && call === undefined) || /^\$(?:metadata|batch)$/.test(segments[0] ?? ''))
    return undefined;
  segments = segments.map(decoded);
  const resolve = (given: readonly string[]): Resolution => service.resolve(method, `/${given.join('/')}`, base, call);
  for (;;) {
    const resolution = resolve(segments);
    const at = resolution.kind === 'unknownPath' ? resolution.segment : 0;
    const segment = segments[at] ?? '';
    // The key of a record may be a segment. What is written like a name is none: it could be a misspelt one.
    if (at === 0 || segment === anyValue || isName(segment))
      return { resolution, segments, ...namesOf(resolution, method, segments, resolve) };
    segments = segments.with(at, anyValue);
  }
}

function namesOf(
  resolution: Resolution,
  method: DescribedMethod,
  segments: readonly string[],
  resolve: (segments: readonly string[]) => Resolution,
): Pick<ResolvedRequest, 'name' | 'nameWithoutValues'> {
  switch (resolution.kind) {
    case 'operation': {
      const { protocol, name } = resolution.operation;
      const shown = protocol === 'odata' ? joined(method, segments.map(withoutKey)) : name;
      return { name: shown, nameWithoutValues: shown };
    }
    case 'unknownCall':
      return { name: resolution.call, nameWithoutValues: resolution.call };
    case 'unknownMethod': {
      const name = joined(method, segmentsOf(resolution.name.replace(/^[A-Z]+ /, '')).map(withoutKey));
      return { name, nameWithoutValues: name };
    }
    case 'unknownPath': {
      const { segment: at } = resolution;
      const isValue = (index: number): boolean => {
        const other = resolve(segments.with(index, anyValue));
        return other.kind === 'unknownPath' && other.segment >= at;
      };
      const before = segments.slice(0, at).map((one, index) => (isValue(index) ? '…' : withoutKey(one)));
      const others = segments.slice(at).map(unknownSegment);
      return {
        name: joined(method, [...before, ...others]),
        // After a list, a name may be the key of a record.
        nameWithoutValues: joined(method, [...before, ...others.map((one, index) => (at + index === 0 ? one : '…'))]),
      };
    }
  }
}
