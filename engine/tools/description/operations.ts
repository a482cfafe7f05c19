/** What the vendors' descriptions of a profile's HTTP sources have: operations with their parameters, bodies and answers. */
import { dirname } from 'node:path';
import type { Contract } from '../../base/contract.ts';
import { DescriptionFiles } from '../../description/files.ts';
import { anyValue, type DescribedType, type Operation, type ServiceDescription } from '../../description/model.ts';
import { methods } from '../../description/openapi-service.ts';
import { memberText, typeText } from '../../description/type-text.ts';
import { type Diagnostic, hasError } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import type { Environment } from '../../profile/settings.ts';
import { readServices } from '../../start/read-services.ts';
import { createReportingContext } from '../../start/reporting-context.ts';

/** A parameter, a body, an answer or a member of one. Absent: what the description leaves open. */
export interface DescribedNode {
  readonly name: string;
  /** With its length and its values: `string, at most 20 characters`. */
  readonly type?: string | undefined;
  /** The vendor's words, on one line. */
  readonly documentation?: string | undefined;
  /** Of a record that occurs several times, only where it occurs first. */
  readonly members?: readonly DescribedNode[] | undefined;
}

export interface DescribedOperation {
  /** `GET /customers`, or the method of JSON-RPC. */
  readonly name: string;
  readonly documentation?: string | undefined;
  readonly parameters: readonly DescribedNode[];
  readonly body?: DescribedNode | undefined;
  readonly answer?: DescribedNode | undefined;
}

export interface DescribedPath {
  readonly source: string;
  /** As the description has it: `/customers`, `/invoices/{id}`, or the method of JSON-RPC: `model.party.party.create`. */
  readonly path: string;
  /** Methods of its requests, such as `GET`. */
  readonly methods: readonly string[];
  /** Whether its name, its words or those of its members contain the text, in any case. */
  readonly has: (text: string) => boolean;
  /** Its operations with their members, types, values and words; with `method` only that of the method. */
  readonly operations: (method?: string) => readonly DescribedOperation[];
}

export interface DescriptionsInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
}

export type ReadDescriptions =
  | { readonly ok: true; readonly paths: readonly DescribedPath[] }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Levels of records inside of the record of a body or an answer that are shown: a record may contain itself. */
const deepest = 2;

function node(
  name: string,
  type: string | undefined,
  documentation: string | undefined,
  members: readonly DescribedNode[] = [],
): DescribedNode {
  const words = documentation?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return {
    name,
    ...(type === undefined || type === '' ? {} : { type }),
    ...(words === '' ? {} : { documentation: words }),
    ...(members.length === 0 ? {} : { members }),
  };
}

const itemsOf = (type: DescribedType): DescribedType => (type.kind === 'list' ? itemsOf(type.items) : type);

/** `listed`: the names of the records whose members are shown already. It is changed. */
function memberNodes(type: DescribedType, listed: Set<string>, depth = 0): readonly DescribedNode[] {
  const record = itemsOf(type);
  if (record.kind !== 'record' && record.kind !== 'tuple') return [];
  if (record.kind === 'record' && record.name !== '') {
    if (listed.has(record.name)) return [];
    listed.add(record.name);
  }
  const members =
    record.kind === 'record'
      ? [...record.members]
      : record.forms.flatMap(({ items }) => items.map((item, place) => [`[${place}]`, item] as const));
  return members.map(([name, member]) => {
    // A related record has operations of its own.
    const inner = depth < deepest && !member.isRelated ? memberNodes(member.type, listed, depth + 1) : [];
    return node(name, memberText(member), member.documentation, inner);
  });
}

function describedOperations(operations: readonly Operation[]): readonly DescribedOperation[] {
  const listed = new Set<string>();
  const typed = (name: string, type: DescribedType | undefined): DescribedNode | undefined => {
    const described = type && node(name, typeText(type), undefined, memberNodes(type, listed));
    return described?.type === undefined && described?.members === undefined ? undefined : described;
  };
  return operations.map((operation) => {
    // JSON-RPC has its parameters in the body.
    const isRpc = operation.protocol === 'openrpc';
    const parameters = isRpc ? memberNodes(memberOf(operation.body, 'params'), listed) : parameterNodes(operation);
    const body = isRpc ? undefined : typed('body', operation.body);
    const answer = typed('answer', answerOf(operation));
    const { name, documentation } = node(operation.name, undefined, operation.documentation);
    return {
      ...{ name, parameters },
      ...(documentation === undefined ? {} : { documentation }),
      ...(body === undefined ? {} : { body }),
      ...(answer === undefined ? {} : { answer }),
    };
  });
}

function answerOf(operation: Operation): DescribedType {
  switch (operation.protocol) {
    case 'odata':
      return operation.isCollection ? { kind: 'list', items: operation.target } : operation.target;
    case 'openapi':
      return operation.answer;
    case 'openrpc':
      return memberOf(operation.answer, 'result');
  }
}

/** A part of what JSON-RPC puts around parameters and results. */
function memberOf(envelope: DescribedType | undefined, name: string): DescribedType {
  const member = envelope?.kind === 'record' ? envelope.members.get(name) : undefined;
  return member?.type ?? { kind: 'unknown' };
}

/** The parameters of OData are those of the protocol. */
function parameterNodes(operation: Operation): readonly DescribedNode[] {
  if (operation.protocol === 'odata') return [];
  const parameters = [...(operation.query?.values() ?? []), ...operation.headers.values()];
  return parameters.map(({ name, type, isRequired, documentation }) =>
    node(name, `${typeText(type) ?? ''}${isRequired ? ', required' : ''}`, documentation),
  );
}

function operationsAt(service: ServiceDescription, path: string): readonly Operation[] {
  const requested = path.replaceAll(/\{[^}]*\}/g, anyValue);
  return methods.flatMap((method) => {
    const resolution = service.resolve(method, requested, '');
    return resolution.kind === 'operation' ? [{ ...resolution.operation, name: `${method} ${path}` }] : [];
  });
}

/** A method of JSON-RPC. All of them have the same path. */
function describedCall(source: string, service: ServiceDescription, call: string): DescribedPath {
  const resolution = service.resolve('POST', '/', '', { method: call, isNamed: false });
  return pathOf(source, call, resolution.kind === 'operation' ? [resolution.operation] : [], ['POST']);
}

function describedPath(source: string, service: ServiceDescription, path: string): DescribedPath {
  const atPath = operationsAt(service, path);
  // A set of OData has its records below it, by their keys.
  const isOData = atPath.some(({ protocol }) => protocol === 'odata');
  const operations = [...atPath, ...(isOData ? operationsAt(service, `${path}({key})`) : [])];
  const names = operations.map(({ name }) => name.slice(0, name.indexOf(' ')));
  return pathOf(source, path, operations, [...new Set(names)]);
}

function pathOf(
  source: string,
  path: string,
  operations: readonly Operation[],
  methods: readonly string[],
): DescribedPath {
  let words: string | undefined;
  return {
    ...{ source, path, methods },
    operations: (method) =>
      describedOperations(
        method === undefined ? operations : operations.filter(({ name }) => name.startsWith(`${method} `)),
      ),
    has(text) {
      words ??= [path, ...describedOperations(operations).flatMap(operationTexts)].join('\n').toLowerCase();
      return words.includes(text.toLowerCase());
    },
  };
}

const nodeTexts = ({ name, type = '', documentation = '', members = [] }: DescribedNode): readonly string[] => [
  `${name} ${type} ${documentation}`,
  ...members.flatMap(nodeTexts),
];

function operationTexts({ parameters, body, answer, ...head }: DescribedOperation): readonly string[] {
  const nodes = [head, ...parameters, body, answer].filter((one) => one !== undefined);
  return nodes.flatMap(nodeTexts);
}

/** The paths of all described sources over HTTP. Reads files only. */
export async function readDescriptions(input: DescriptionsInput): Promise<ReadDescriptions> {
  const { contract, environment, profileFile } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, 'check');
  if (loaded === undefined) return { ok: false, diagnostics, sources };
  const findings: Diagnostic[] = [];
  const reporter = createReportingContext({ ...loaded, contract }, findings);
  const services = await readServices(loaded.profile, dirname(profileFile), new DescriptionFiles(), reporter);
  if (hasError(findings)) return { ok: false, diagnostics: findings, sources };
  const paths = [...services].flatMap(([source, service]) => [
    ...service.paths.map((path) => describedPath(source, service, path)),
    ...service.calls.map((call) => describedCall(source, service, call)),
  ]);
  return { ok: true, paths };
}
