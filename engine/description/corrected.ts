/** What a profile states against the vendor's description: paths that it lacks, and members that are not required although it says so. */
import { memberMapper } from './map-members.ts';
import {
  factsOf,
  lazyMember,
  openOperation,
  type Resolution,
  type ServiceDescription,
  segmentsOf,
  withResolution,
} from './model.ts';

export interface Corrections {
  /** Paths and methods of JSON-RPC that the description lacks; a segment of a path in braces is a value. */
  readonly paths: readonly string[];
  /** Members that are not required, as in `sop_order.document_no`. */
  readonly optional: ReadonlySet<string>;
}

function isPath(template: string, path: string): boolean {
  const [wanted, given] = [segmentsOf(template), segmentsOf(path)];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith('{') || segment === given[index])
  );
}

/** The description with the corrections. */
export function corrected(service: ServiceDescription, { paths, optional }: Corrections): ServiceDescription {
  const bodyOf = memberMapper((record, name, member) =>
    optional.has(`${record.name}.${name}`)
      ? lazyMember({ ...factsOf(member), isRequired: false }, () => member.type)
      : member,
  );
  return withResolution(
    service,
    (method, path, base, call): Resolution => {
      const resolution = service.resolve(method, path, base, call);
      switch (resolution.kind) {
        case 'unknownMethod':
          return resolution;
        case 'unknownPath': {
          const template = paths.find((one) => isPath(one, path));
          if (template === undefined) return resolution;
          const name = `${method} ${template}`;
          return { kind: 'operation', operation: openOperation('openapi', name, service.files.join(', ')) };
        }
        case 'unknownCall':
          return paths.includes(resolution.call)
            ? { kind: 'operation', operation: openOperation('openrpc', resolution.call, service.files.join(', ')) }
            : resolution;
        case 'operation': {
          const { operation } = resolution;
          const { body } = operation;
          if (body === undefined || optional.size === 0) return resolution;
          return { kind: 'operation', operation: { ...operation, body: bodyOf(body) } };
        }
      }
    },
    paths,
  );
}
