/** An OData service: which type a path addresses, and which methods it allows (OASIS OData 4.01, part 2, URL conventions, 4). */
import type { Csdl, CsdlCall, CsdlSet } from './csdl.ts';
import {
  anyValue,
  type DescribedMember,
  type DescribedMethod,
  type DescribedType,
  type ErrorBodies,
  factsOf,
  type KeyedRecord,
  lazyMember,
  type ODataOperation,
  type RecordType,
  type Resolution,
  type ServiceDescription,
  shortName,
  unknownDescribed,
} from './model.ts';
import { odataErrors } from './odata-answer.ts';
import { ODataTypes } from './odata-types.ts';
import type { ODataUse } from './uses.ts';

/** What the segments so far address. */
interface Addressed {
  readonly type: DescribedType;
  /** Qualified name of the type; empty for what has none. */
  readonly typeName: string;
  readonly isCollection: boolean;
  /** The entity set, where the path has not left it. */
  readonly set: CsdlSet | undefined;
  /** The call that ends the path. */
  readonly call: CsdlCall | undefined;
}

const plainFacts = { isReadOnly: false, isWriteOnly: false, isRelated: false, documentation: undefined };

const nameOf = (segment: string): string => /^[^(]*/.exec(segment)?.[0] ?? '';
const hasKey = (segment: string): boolean => segment.endsWith(')') && !segment.endsWith('()');

class ODataService implements ServiceDescription {
  readonly files: readonly string[];
  readonly calls: readonly string[] = [];
  private readonly csdl: Csdl;
  private readonly types: ODataTypes;
  private readonly usedSets = new Set<string>();
  private readonly usedCalls = new Set<string>();
  private readonly passed = new Set<string>();
  private readonly targets = new Set<string>();

  constructor(files: readonly string[], csdl: Csdl, own: RegExp | undefined) {
    this.files = files;
    this.csdl = csdl;
    this.types = new ODataTypes(csdl, own);
  }

  get uses(): readonly [ODataUse] {
    const passed = new Set([...this.passed].filter((name) => !this.targets.has(name)));
    return [{ kind: 'odata', sets: this.usedSets, calls: this.usedCalls, types: this.types.made, passed }];
  }

  get size(): ServiceDescription['size'] {
    const { sets, calls, structures, enumerations } = this.csdl;
    return { operations: sets.length + calls.length, types: structures.size + enumerations.size };
  }

  errors(): ErrorBodies {
    return odataErrors(this.csdl.version);
  }

  get paths(): readonly string[] {
    return this.namesAfter(undefined).map((name) => `/${name}`);
  }

  resolve(method: DescribedMethod, path: string, base: string): Resolution {
    const segments = path.split('/').filter((segment) => segment !== '');
    let addressed: Addressed | undefined = this.root(base);
    const keyed: KeyedRecord[] = [];
    for (const [index, segment] of segments.entries()) {
      const next: Addressed | undefined = this.step(addressed, segment, index === 0);
      if (next === undefined) return { kind: 'unknownPath', segment: index, known: this.namesAfter(addressed) };
      const { type, call } = next;
      if (hasKey(segment) && call === undefined && type.kind === 'record') keyed.push({ segment: index, type });
      addressed = next;
    }
    if (addressed === undefined) return { kind: 'unknownPath', segment: 0, known: this.namesAfter(undefined) };
    return this.operation(method, `${method} ${path.replaceAll(anyValue, '…')}`, addressed, keyed);
  }

  /** What the address of the source addresses: a record, such as a company, or nothing. */
  private root(base: string): Addressed | undefined {
    const last = base.split('/').findLast((segment) => segment !== '');
    return last !== undefined && hasKey(last) ? this.step(undefined, last, true) : undefined;
  }

  private typed(name: string, isCollection: boolean): Omit<Addressed, 'set' | 'call'> {
    return { type: this.types.named(name), typeName: name, isCollection };
  }

  private step(from: Addressed | undefined, segment: string, isFirst: boolean): Addressed | undefined {
    const name = nameOf(segment);
    const inside = from && this.inside(from, segment, name);
    return inside ?? (isFirst ? this.fromContainer(segment, name) : undefined);
  }

  private fromContainer(segment: string, name: string): Addressed | undefined {
    const set = this.csdl.sets.find((one) => one.name === name);
    if (set !== undefined) {
      const isCollection = !set.isSingleton && !hasKey(segment);
      this.usedSets.add(set.name);
      return { ...this.typed(set.type, isCollection), set, call: undefined };
    }
    const call = this.csdl.calls.find((one) => one.boundTo === undefined && one.name === name);
    return call && this.result(call);
  }

  private inside(from: Addressed, segment: string, name: string): Addressed | undefined {
    if (from.call !== undefined && from.typeName === '') return undefined;
    if (segment === '$count') return { ...this.typed('Edm.Int32', false), set: undefined, call: undefined };
    if (segment === '$value' || segment === '$ref') return { ...from, type: unknownDescribed, typeName: '' };
    const call = this.callsOn(from.typeName).find(
      ({ boundTo, name: callName }) =>
        boundTo?.isCollection === from.isCollection && (callName === name || shortName(callName) === name),
    );
    if (call !== undefined) return this.result(call);
    const cast = this.cast(from, segment, name);
    if (cast !== undefined) return cast;
    if (from.isCollection) {
      // A key may also be a segment (4.01, 4.3.6). A constant one could be a misspelt call.
      return segment.includes(anyValue) ? { ...from, isCollection: false } : undefined;
    }
    const structure = this.types.record(from.typeName);
    this.passed.add(from.typeName);
    const member = structure?.members.get(name);
    if (member === undefined) return undefined;
    const isList = member.type.kind === 'list';
    const type = member.type.kind === 'list' ? member.type.items : member.type;
    const typeName = type.kind === 'record' ? type.name : '';
    return { type, typeName, isCollection: isList && !hasKey(segment), set: this.setOf(typeName), call: undefined };
  }

  /** The calls that are bound to a type, or to one that it is based on. */
  private callsOn(typeName: string): readonly CsdlCall[] {
    const structure = this.csdl.structures.get(typeName);
    const names = structure === undefined ? [] : this.types.chain(structure).map((one) => one.name);
    return this.csdl.calls.filter(({ boundTo }) => boundTo !== undefined && names.includes(boundTo.type));
  }

  /** The records of a type that is based on the one before, or the other way round (4.01, part 2, 4.11). */
  private cast({ typeName, isCollection, set }: Addressed, segment: string, name: string): Addressed | undefined {
    const [before, structure] = [this.csdl.structures.get(typeName), this.csdl.structures.get(name)];
    if (before === undefined || structure === undefined) return undefined;
    const isBased = this.types.chain(structure).includes(before) || this.types.chain(before).includes(structure);
    return isBased
      ? { ...this.typed(structure.name, isCollection && !hasKey(segment)), set, call: undefined }
      : undefined;
  }

  /** The names of the types that are based on one. */
  private derivedFrom(typeName: string): readonly string[] {
    const base = this.csdl.structures.get(typeName);
    const all = base === undefined ? [] : [...new Set(this.csdl.structures.values())];
    return all.flatMap((one) =>
      one !== base && this.types.chain(one).some((each) => each === base) ? [one.name] : [],
    );
  }

  /** The only entity set of a type: what it allows holds for relations to the type, too. */
  private setOf(typeName: string): CsdlSet | undefined {
    const [only, ...more] = this.csdl.sets.filter(({ type }) => type === typeName);
    return more.length === 0 ? only : undefined;
  }

  private result(call: CsdlCall): Addressed {
    this.usedCalls.add(call.name);
    const result = call.result === undefined ? undefined : this.typed(call.result.type, call.result.isCollection);
    return {
      ...(result ?? { type: unknownDescribed, typeName: '', isCollection: false }),
      set: undefined,
      call,
    };
  }

  private namesAfter(from: Addressed | undefined): readonly string[] {
    if (from === undefined) {
      const imports = this.csdl.calls.filter(({ boundTo }) => boundTo === undefined);
      return [...this.csdl.sets, ...imports].map(({ name }) => name);
    }
    const { typeName } = from;
    const members = [...(this.types.record(typeName)?.members.keys() ?? [])];
    return [...members, ...this.callsOn(typeName).map(({ name }) => name), ...this.derivedFrom(typeName)];
  }

  private operation(
    method: DescribedMethod,
    name: string,
    addressed: Addressed,
    keyed: readonly KeyedRecord[],
  ): Resolution {
    const { type, typeName, isCollection, call } = addressed;
    this.targets.add(typeName);
    const allowed = allowedMethods(addressed);
    if (!allowed.includes(method)) return { kind: 'unknownMethod', allowed, name };
    const operation: ODataOperation = {
      protocol: 'odata',
      version: this.csdl.version,
      name,
      file: this.files.join(', '),
      target: type,
      isCollection: isCollection && method !== 'POST',
      keyed,
      body: this.body(method, addressed),
      errors: () => this.errors(),
      documentation: undefined,
    };
    return { kind: 'operation', operation: call === undefined ? operation : { ...operation, isCollection } };
  }

  private body(method: DescribedMethod, { type, call }: Addressed): DescribedType | undefined {
    if (call !== undefined) return call.isAction && method === 'POST' ? this.parameters(call) : undefined;
    if (method === 'POST') return type;
    return method === 'PATCH' || method === 'PUT' ? withoutRequired(type) : undefined;
  }

  /** The body of an action: a member for each parameter. */
  private parameters({ name, parameters }: CsdlCall): RecordType {
    const members = parameters.map((one): [string, DescribedMember] => {
      const facts = { ...plainFacts, isRequired: !one.isNullable };
      const typeOf = (): DescribedType => {
        const single = this.types.named(one.type);
        return one.isCollection ? { kind: 'list', items: single } : single;
      };
      return [one.name, lazyMember(facts, typeOf)];
    });
    return { kind: 'record', name, members: new Map(members), isOpen: false, own: undefined, key: [] };
  }
}

function allowedMethods({ call, isCollection, set }: Addressed): readonly DescribedMethod[] {
  if (call !== undefined) return call.isAction ? ['POST'] : ['GET'];
  if (isCollection) return set?.canInsert === false ? ['GET'] : ['GET', 'POST'];
  return [
    'GET',
    ...(set?.canUpdate === false ? [] : (['PATCH', 'PUT'] as const)),
    ...(set?.canDelete === false ? [] : (['DELETE'] as const)),
  ];
}

/** The type of a change: a member that it does not have stays as it is. */
function withoutRequired(type: DescribedType): DescribedType {
  if (type.kind !== 'record') return type;
  const members = [...type.members].map(([name, member]): [string, DescribedMember] => [
    name,
    lazyMember({ ...factsOf(member), isRequired: false }, () => member.type),
  ]);
  return { ...type, members: new Map(members) };
}

/** The description of an OData service. */
export const odataService = (file: string, csdl: Csdl, own?: RegExp): ServiceDescription =>
  new ODataService([file], csdl, own);
