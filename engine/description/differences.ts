/** How the members that a profile uses differ between two descriptions of a service: that of the vendor's file, and the one that the ERP serves. */
import { memberMapper } from './map-members.ts';
import {
  beginningOf,
  type DescribedType,
  formOf,
  mayAlsoHave,
  type Operation,
  plainValue,
  type RecordType,
  type ServiceDescription,
  shortName,
  type TupleType,
} from './model.ts';
import { type ObservedDescription, withTypes } from './observed.ts';
import { typeText } from './type-text.ts';

/** A record of the file with its counterpart in the ERP. */
interface RecordPair {
  /** The name of the type, or the operation that has it. */
  readonly owner: string;
  readonly file: RecordType;
  readonly erp: RecordType;
}

/** A member of a record of the file that the ERP does not have, or that has another type there. */
export interface MemberDifference {
  readonly owner: string;
  readonly name: string;
  /** The records of the file with this member. */
  readonly records: readonly RecordType[];
  /** The type in words. */
  readonly inFile: string;
  /** Undefined where the ERP does not have the member. */
  readonly inErp: string | undefined;
  /** Members of the same record that only the ERP has. */
  readonly added: readonly string[];
}

/** The members of a record of the ERP that match `own` of the file, and that the file does not have. */
export interface OwnMembers {
  readonly owner: string;
  /** Records of the ERP. */
  readonly records: readonly RecordType[];
  /** Names with types in words. */
  readonly members: ReadonlyMap<string, string>;
}

/** A member that is looked for in a profile, with the records of a description that have it. */
export type SoughtMember = Pick<MemberDifference, 'name' | 'records'>;

const typesOf = (operation: Operation): readonly DescribedType[] => {
  const answer = operation.protocol === 'odata' ? operation.target : operation.answer;
  return operation.body === undefined ? [answer] : [answer, operation.body];
};

/** The records of which something was read, each with its counterpart. */
function pairsOf(observed: ObservedDescription, erp: ServiceDescription): readonly RecordPair[] {
  const pairs = new Map<RecordType, RecordPair>();
  const tuples = new Set<TupleType>();
  function pair(inFile: DescribedType | undefined, inErp: DescribedType | undefined, owner: string): void {
    if (inFile?.kind === 'list' && inErp?.kind === 'list') pair(inFile.items, inErp.items, owner);
    if (inFile?.kind === 'tuple' && inErp?.kind === 'tuple' && !tuples.has(inFile)) {
      tuples.add(inFile);
      for (const form of inFile.forms) {
        const places = formOf(inErp, beginningOf(form))?.items;
        for (const [index, { type }] of form.items.entries()) pair(type, places?.[index]?.type, owner);
      }
    }
    if (inFile?.kind !== 'record' || inErp?.kind !== 'record' || pairs.has(inFile)) return;
    const name = inFile.name === '' ? owner : shortName(inFile.name);
    pairs.set(inFile, { owner: name, file: inFile, erp: inErp });
    for (const member of observed.membersOf(inFile))
      pair(inFile.members.get(member)?.type, inErp.members.get(member)?.type, `${name}.${member}`);
  }
  for (const { method, path, base, call, operation } of observed.requests()) {
    const resolution = erp.resolve(method, path, base, call);
    if (resolution.kind !== 'operation') continue;
    const counterparts = typesOf(resolution.operation);
    for (const [index, type] of typesOf(operation).entries()) pair(type, counterparts[index], operation.name);
  }
  return [...pairs.values()];
}

/** Whether the ERP has the type of the file. What one of them leaves open is no difference, and neither are further values of an enumeration. */
function isAlike(file: DescribedType, erp: DescribedType): boolean {
  if (file.kind === 'unknown' || erp.kind === 'unknown') return true;
  if (file.kind === 'list' && erp.kind === 'list') return isAlike(file.items, erp.items);
  if (file.kind !== 'scalar' || erp.kind !== 'scalar') return file.kind === erp.kind;
  const values = erp.values?.map(plainValue);
  const hasValues = values === undefined || (file.values ?? []).every((value) => values.includes(plainValue(value)));
  const isSameLength = erp.maxLength === undefined || erp.maxLength === file.maxLength;
  return shortName(file.name) === shortName(erp.name) && isSameLength && hasValues;
}

/** The members that were read of the file and differ in the ERP. */
export function memberDifferences(observed: ObservedDescription, erp: ServiceDescription): readonly MemberDifference[] {
  const differences = new Map<string, MemberDifference>();
  for (const { owner, file, erp: record } of pairsOf(observed, erp)) {
    const added = [...record.members.keys()].filter((name) => !file.members.has(name));
    for (const name of observed.membersOf(file)) {
      const [before, now] = [file.members.get(name)?.type, record.members.get(name)?.type];
      if (before === undefined || (now === undefined ? mayAlsoHave(record, name) : isAlike(before, now))) continue;
      const key = `${owner}.${name}`;
      const records = [...(differences.get(key)?.records ?? []), file];
      const inErp = now && (typeText(now) ?? 'any value');
      differences.set(key, { owner, name, records, inFile: typeText(before) ?? 'any value', inErp, added });
    }
  }
  return [...differences.values()];
}

/** The own members of each record that the profile uses, also where there are none. */
export function ownMembers(observed: ObservedDescription, erp: ServiceDescription): readonly OwnMembers[] {
  const all = new Map<string, OwnMembers>();
  for (const { owner, file, erp: record } of pairsOf(observed, erp)) {
    const additional = [...record.members].filter(([name]) => file.own?.test(name) === true && !file.members.has(name));
    const members = additional.map(([name, { type }]) => [name, typeText(type) ?? 'any value'] as const);
    const before = all.get(owner);
    const records = [...(before?.records ?? []), record];
    all.set(owner, { owner, records, members: new Map([...(before?.members ?? []), ...members]) });
  }
  return [...all.values()];
}

/** The description without these members. Its records are closed, so that a name that it does not have is always reported. */
export function withoutMembers(
  { original }: ObservedDescription,
  removed: readonly SoughtMember[],
): ServiceDescription {
  const names = new Map<RecordType, Set<string>>();
  for (const { records, name } of removed)
    for (const record of records) names.set(record, (names.get(record) ?? new Set()).add(name));
  const mapped = memberMapper((record, name, member) => (names.get(record)?.has(name) ? undefined : member), {
    isOpen: false,
    own: undefined,
  });
  return withTypes(original, mapped);
}
