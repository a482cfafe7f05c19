/** A service with an OpenRPC document: the methods that a JSON-RPC request can call, with their parameters and results. */
import type { Members } from '../base/members.ts';
import { asList, asNode, asText, resolved, SchemaTypes } from './json-schema.ts';
import {
  anyValue,
  type DescribedMember,
  type DescribedMethod,
  type DescribedType,
  DescriptionFault,
  type ErrorBodies,
  factsOf,
  type ListedOperation,
  lazyMember,
  openOperation,
  type Resolution,
  type RpcCall,
  type ServiceDescription,
  unknownDescribed,
} from './model.ts';
import type { OpenRpcUse } from './uses.ts';

const anyText: DescribedType = { kind: 'scalar', scalar: 'text', name: 'string' };

const optional = (type: DescribedType): DescribedMember => ({
  type,
  isRequired: false,
  isReadOnly: false,
  isWriteOnly: false,
  isRelated: false,
  documentation: undefined,
});

const recordOf = (members: readonly (readonly [string, DescribedMember])[]): DescribedType => ({
  kind: 'record',
  name: '',
  members: new Map(members),
  isOpen: false,
  own: undefined,
  key: [],
});

/** An OpenRPC document, whose methods are called at one address. */
class OpenRpcService implements ServiceDescription {
  readonly files: readonly string[];
  readonly paths: readonly string[] = [];
  private readonly file: string;
  private readonly root: Members;
  private readonly types: SchemaTypes;
  private readonly methods: ReadonlyMap<string, Members>;
  private readonly operations = new Map<string, ListedOperation>();
  private readonly used = new Set<string>();

  constructor(file: string, root: Members, own: RegExp | undefined) {
    this.file = file;
    this.files = [file];
    this.root = root;
    this.types = new SchemaTypes(root, own);
    this.methods = new Map(
      asList(root.methods)
        .map((one) => resolved(root, one))
        .map((method) => [asText(method.name) ?? '', method]),
    );
    if (this.methods.size === 0) throw new DescriptionFault('it is no OpenRPC document: it has no methods');
  }

  get uses(): readonly [OpenRpcUse] {
    return [{ kind: 'openrpc', root: this.root, calls: this.used, schemas: this.types.made }];
  }

  /** The document does not say how an error looks inside of an answer. */
  errors(): ErrorBodies {
    return [];
  }

  get calls(): readonly string[] {
    return [...this.methods.keys()];
  }

  get size(): ServiceDescription['size'] {
    return { operations: this.methods.size, types: Object.keys(asNode(asNode(this.root.components).schemas)).length };
  }

  resolve(method: DescribedMethod, _path: string, _base: string, call?: RpcCall): Resolution {
    if (method !== 'POST' || call === undefined) return { kind: 'unknownPath', segment: 0, known: [] };
    if (call.method.includes(anyValue))
      return { kind: 'operation', operation: openOperation('openrpc', 'a method', this.file) };
    const described = this.methods.get(call.method);
    if (described === undefined) return { kind: 'unknownCall', call: call.method, known: this.calls };
    this.used.add(call.method);
    const isNamed =
      described.paramStructure === 'by-name' || (described.paramStructure !== 'by-position' && call.isNamed);
    const key = `${isNamed} ${call.method}`;
    const operation = this.operations.get(key) ?? this.operation(call.method, described, isNamed);
    this.operations.set(key, operation);
    return { kind: 'operation', operation };
  }

  private operation(name: string, method: Members, isNamed: boolean): ListedOperation {
    const params = asList(method.params).map((one) => resolved(this.root, one));
    const members = params.map((one) => [asText(one.name) ?? '', this.parameter(one, isNamed)] as const);
    const given: DescribedType = isNamed
      ? recordOf(members)
      : { kind: 'tuple', forms: [{ items: members.map(([, member]) => member), isOpen: false }] };
    const isRequired = params.some((one) => one.required === true);
    const result = resolved(this.root, method.result);
    return {
      ...openOperation('openrpc', name, this.file),
      body: recordOf([
        ['jsonrpc', optional(anyText)],
        ['id', optional(unknownDescribed)],
        ['method', { ...optional(anyText), isRequired: true }],
        ['params', { ...optional(given), isRequired }],
      ]),
      answer: recordOf([
        ['jsonrpc', optional(anyText)],
        ['id', optional(unknownDescribed)],
        ['result', optional(this.types.typeOf(result.schema))],
        ['error', optional(unknownDescribed)],
      ]),
      documentation: asText(method.summary) ?? asText(method.description),
    };
  }

  private parameter(node: Members, isNamed: boolean): DescribedMember {
    const text = asText(node.summary) ?? asText(node.description);
    // The name is all that says what an item of a list is.
    const documentation = isNamed ? text : [asText(node.name), text].filter((part) => part !== undefined).join(': ');
    const facts = { ...factsOf(optional(unknownDescribed)), isRequired: node.required === true, documentation };
    return lazyMember(facts, () => this.types.typeOf(node.schema));
  }
}

/** The description of a service with an OpenRPC document. Throws `DescriptionFault`. */
export const openRpcService = (file: string, root: Members, own?: RegExp): ServiceDescription =>
  new OpenRpcService(file, root, own);
