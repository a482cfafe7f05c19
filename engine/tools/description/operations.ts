/** What the vendors' descriptions of a profile's HTTP sources have: operations with their parameters, bodies and answers, as text. */
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

export interface DescribedPath {
  readonly source: string;
  /** As the description has it: `/customers`, `/invoices/{id}`, or the method of JSON-RPC: `model.party.party.create`. */
  readonly path: string;
  /** Methods of its requests, such as `GET`. */
  readonly methods: readonly string[];
  /** Whether its name, its words or those of its members contain the text, in any case. */
  readonly has: (text: string) => boolean;
  /** Its operations with their members, types, values and words, one a line. */
  readonly text: () => string;
}

export interface DescriptionsInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
}

export type ReadDescriptions =
  | { readonly ok: true; readonly paths: readonly DescribedPath[] }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Records inside of records are shown down to this depth: a record may contain itself. */
const deepest = 2;

const oneLine = (text: string | undefined): string => text?.replaceAll(/\s+/g, ' ').trim() ?? '';

function lineOf(name: string, detail: string | undefined, documentation: string | undefined, depth: number): string {
  const parts = [`${'  '.repeat(depth)}${name}`, detail ?? '', oneLine(documentation)];
  return parts.filter((part) => part !== '').join('   ');
}

const itemsOf = (type: DescribedType): DescribedType => (type.kind === 'list' ? itemsOf(type.items) : type);

function memberLines(type: DescribedType, depth: number): readonly string[] {
  const record = itemsOf(type);
  if (record.kind !== 'record' && record.kind !== 'tuple') return [];
  const members =
    record.kind === 'record'
      ? [...record.members]
      : record.forms.flatMap(({ items }) => items.map((item, place) => [`[${place}]`, item] as const));
  return members.flatMap(([name, member]) => [
    lineOf(name, memberText(member), member.documentation, depth),
    // A related record has operations of its own.
    ...(depth < deepest && !member.isRelated ? memberLines(member.type, depth + 1) : []),
  ]);
}

/** Operations in lines. The members of a named record are listed where it occurs first. */
function operationLines(operations: readonly Operation[]): readonly string[] {
  const listed = new Set<string>();
  const typed = (what: string, type: DescribedType): readonly string[] => {
    const record = itemsOf(type);
    const name = record.kind === 'record' ? record.name : '';
    const isListed = name !== '' && listed.has(name);
    listed.add(name);
    const lines = isListed ? [] : memberLines(type, 2);
    const text = typeText(type);
    return lines.length === 0 && text === undefined ? [] : [lineOf(what, text, undefined, 1), ...lines];
  };
  return operations.flatMap((operation) => {
    const { name, documentation, body } = operation;
    const head = [lineOf(name, undefined, documentation, 0), ...parameterLines(operation)];
    if (operation.protocol === 'openrpc')
      return [...head, ...memberLines(memberOf(body, 'params'), 1), ...typed('answer', answerOf(operation))];
    return [...head, ...(body === undefined ? [] : typed('body', body)), ...typed('answer', answerOf(operation))];
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
function parameterLines(operation: Operation): readonly string[] {
  if (operation.protocol === 'odata') return [];
  const parameters = [...(operation.query?.values() ?? []), ...operation.headers.values()];
  return parameters.map(({ name, type, isRequired, documentation }) =>
    lineOf(`parameter ${name}`, `${typeText(type) ?? ''}${isRequired ? ', required' : ''}`, documentation, 1),
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
  const text = (): string => operationLines(operations).join('\n');
  return {
    ...{ source, path, methods, text },
    has: (part) => `${path}\n${text()}`.toLowerCase().includes(part.toLowerCase()),
  };
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
