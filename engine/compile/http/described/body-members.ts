/** Checks the members of a JSON body against the vendor's description: unknown, missing and read-only ones. */
import type { Path } from '../../../base/place.ts';
import {
  type DescribedMember,
  type DescribedType,
  mayAlsoHave,
  type RecordType,
  shortName,
} from '../../../description/model.ts';
import { suggestion } from '../../../diagnostics/did-you-mean.ts';
import type { CompileContext } from '../../context/context.ts';

/** The name of a type in a message. */
const typeName = ({ name }: RecordType): string => (name === '' ? 'The body' : shortName(name));

/** Members that the protocol gives to a body: `@odata.type`, `customer@odata.bind`. */
const isProtocol = (name: string): boolean => /[@#]|^odata\./.test(name);

/** Declarations of XML, which any element may have. */
const isDeclaration = (name: string): boolean => /^@(?:xmlns|xml:|xsi:)/.test(name);

/** Whether every record may have the member. Attributes of XML are described where the type has some. */
const isEverywhere = (name: string, { members }: RecordType): boolean =>
  [...members.keys()].some((one) => one.startsWith('@')) ? isDeclaration(name) : isProtocol(name);

/** The described member of a name, which in XML may have a prefix. */
const memberNamed = ({ members }: RecordType, name: string): DescribedMember | undefined =>
  members.get(name) ?? members.get(name.replace(/^(@?)[\w.-]+:/, '$1'));

/** Reports members that the type lacks or that a request cannot set, and, where `isWhole`, required ones that the body does not have. */
export function checkBodyMembers(
  context: CompileContext,
  path: Path,
  names: readonly string[],
  type: DescribedType,
  isWhole: boolean,
): void {
  if (type.kind !== 'record') return;
  for (const name of names.filter((one) => !isEverywhere(one, type))) {
    const member = memberNamed(type, name);
    const at = { path: [...path, name], key: true };
    if (member === undefined && !mayAlsoHave(type, name)) {
      const message = `${typeName(type)} has no member "${name}".`;
      context.report('API807', { ...at, message, ...suggestion(name, [...type.members.keys()]) });
    } else if (member?.isReadOnly === true) {
      const message = `The service computes "${name}" of ${typeName(type)}: a request cannot set it.`;
      context.report('API809', { ...at, message, hint: 'Remove it.' });
    }
  }
  if (!isWhole) return;
  const given = new Set(names.map((name) => memberNamed(type, name)));
  for (const [name, member] of type.members) {
    if (!member.isRequired || given.has(member)) continue;
    const message = `${typeName(type)} requires the member "${name}".`;
    context.report('API808', { path, key: true, message, hint: 'Add it.' });
  }
}

/** The type of a member's value. */
export const memberType = (type: DescribedType | undefined, name: string): DescribedMember['type'] | undefined =>
  type?.kind === 'record' ? memberNamed(type, name)?.type : undefined;

/** The type of the items of a list. */
export const itemType = (type: DescribedType | undefined): DescribedType | undefined =>
  type?.kind === 'list' ? type.items : undefined;
