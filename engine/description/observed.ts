/** A description that records what a compilation reads of it: the requests that it resolves, and the members whose types it reads. */
import { memberMapper } from './map-members.ts';
import {
  type DescribedMethod,
  type DescribedType,
  factsOf,
  lazyMember,
  type Operation,
  type RecordType,
  type RpcCall,
  type ServiceDescription,
  withResolution,
} from './model.ts';

/** A request that the description has. */
export interface ObservedRequest {
  readonly method: DescribedMethod;
  readonly path: string;
  readonly base: string;
  readonly call: RpcCall | undefined;
  readonly operation: Operation;
}

export interface ObservedDescription {
  /** What a compilation reads. */
  readonly service: ServiceDescription;
  /** The description itself. A request always has the same operation with the same types. */
  readonly original: ServiceDescription;
  readonly requests: () => readonly ObservedRequest[];
  /** The names of the members that were read of a record of `original`. */
  readonly membersOf: (record: RecordType) => ReadonlySet<string>;
}

/** The operation with other types. */
function mapOperation(operation: Operation, mapped: (type: DescribedType) => DescribedType): Operation {
  const body = operation.body === undefined ? undefined : mapped(operation.body);
  switch (operation.protocol) {
    case 'odata':
      return { ...operation, body, target: mapped(operation.target) };
    case 'openapi':
    case 'openrpc':
      return { ...operation, body, answer: mapped(operation.answer) };
  }
}

/** The description with other types in its operations. */
export const withTypes = (
  service: ServiceDescription,
  mapped: (type: DescribedType) => DescribedType,
): ServiceDescription =>
  withResolution(service, (method, path, base, call) => {
    const resolution = service.resolve(method, path, base, call);
    return resolution.kind === 'operation'
      ? { ...resolution, operation: mapOperation(resolution.operation, mapped) }
      : resolution;
  });

/** Records what is read of the description from now on. */
export function observedDescription(service: ServiceDescription): ObservedDescription {
  const requests = new Map<string, ObservedRequest>();
  const resolutions = new Map<string, ReturnType<ServiceDescription['resolve']>>();
  const read = new Map<RecordType, Set<string>>();
  const original = withResolution(service, (method, path, base, call) => {
    const key = [method, path, base, call?.method, call?.isNamed].join('\n');
    const resolution = resolutions.get(key) ?? service.resolve(method, path, base, call);
    resolutions.set(key, resolution);
    if (resolution.kind === 'operation')
      requests.set(key, { method, path, base, call, operation: resolution.operation });
    return resolution;
  });
  const mapped = memberMapper((record, name, member) =>
    lazyMember(factsOf(member), () => {
      const names = read.get(record) ?? new Set();
      read.set(record, names.add(name));
      return member.type;
    }),
  );
  return {
    original,
    service: withTypes(original, mapped),
    requests: () => [...requests.values()],
    membersOf: (record) => read.get(record) ?? new Set(),
  };
}
