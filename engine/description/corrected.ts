/** What a profile states against the vendor's description: paths that it lacks, and members that are not required although it says so. */
import {
  anyValue,
  type DescribedType,
  type ListedOperation,
  lazyMember,
  type Resolution,
  type ServiceDescription,
  unknownDescribed,
} from './model.ts';

export interface Corrections {
  /** Paths that the description lacks; a segment in braces is a value. */
  readonly paths: readonly string[];
  /** Members that are not required, as in `sop_order.document_no`. */
  readonly optional: ReadonlySet<string>;
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function isPath(template: string, path: string): boolean {
  const [wanted, given] = [segmentsOf(template), segmentsOf(path)];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith('{') || segment === given[index])
  );
}

/** An operation of which only the path is known. */
const openOperation = (name: string, file: string): ListedOperation => ({
  protocol: 'openapi',
  name,
  file,
  query: undefined,
  headers: new Map(),
  body: unknownDescribed,
  answer: unknownDescribed,
  documentation: undefined,
});

/** The description with the corrections. */
export function corrected(service: ServiceDescription, { paths, optional }: Corrections): ServiceDescription {
  const made = new Map<DescribedType, DescribedType>();
  function bodyOf(type: DescribedType): DescribedType {
    const body = made.get(type) ?? make(type);
    made.set(type, body);
    return body;
  }
  function make(type: DescribedType): DescribedType {
    switch (type.kind) {
      case 'scalar':
      case 'unknown':
        return type;
      case 'list':
        return { kind: 'list', items: bodyOf(type.items) };
      case 'record': {
        const members = [...type.members].map(([name, member]) => {
          const isRequired = member.isRequired && !optional.has(`${type.name}.${name}`);
          const { isReadOnly, isRelated, documentation } = member;
          const facts = { isRequired, isReadOnly, isRelated, documentation };
          return [name, lazyMember(facts, () => bodyOf(member.type))] as const;
        });
        return { ...type, members: new Map(members) };
      }
    }
  }
  return {
    ...service,
    get uses() {
      return service.uses;
    },
    resolve(method, path, base): Resolution {
      const resolution = service.resolve(method, path, base);
      switch (resolution.kind) {
        case 'unknownMethod':
          return resolution;
        case 'unknownPath': {
          const name = `${method} ${path.replaceAll(anyValue, '…')}`;
          return paths.some((one) => isPath(one, path))
            ? { kind: 'operation', operation: openOperation(name, service.files.join(', ')) }
            : resolution;
        }
        case 'operation': {
          const { operation } = resolution;
          const { body } = operation;
          if (body === undefined || optional.size === 0) return resolution;
          return { kind: 'operation', operation: { ...operation, body: bodyOf(body) } };
        }
      }
    },
  };
}
