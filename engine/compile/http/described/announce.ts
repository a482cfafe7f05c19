/** Announces to an editor which names the vendor's description has for a place of a request. */
import type { Path } from '../../../base/place.ts';
import type { DescribedMember, DescribedType, ListedOperation } from '../../../description/model.ts';
import { memberText, typeText } from '../../../description/type-text.ts';
import type { CompileContext } from '../../context/context.ts';
import type { DescribedName } from '../../context/text-scope.ts';

const enumerated = (type: DescribedType): readonly string[] | undefined =>
  type.kind === 'scalar' ? type.values : undefined;

const memberName = ([name, member]: readonly [string, DescribedMember]): DescribedName => ({
  name,
  detail: memberText(member),
  documentation: member.documentation,
  values: enumerated(member.type),
});

/** The members of a type. */
export const memberNames = (type: DescribedType): readonly DescribedName[] =>
  type.kind === 'record' ? [...type.members].map(memberName) : [];

/** The query parameters or headers of an operation. */
export const parameterNames = (described: ListedOperation['headers'] | undefined): readonly DescribedName[] =>
  [...(described?.values() ?? [])].map(({ name, type, isRequired, documentation }) => ({
    name,
    detail: [typeText(type), ...(isRequired ? ['required'] : [])].filter((part) => part !== undefined).join(', '),
    documentation,
    values: enumerated(type),
  }));

/** The values of an enumeration. */
export const valueNames = (type: DescribedType): readonly DescribedName[] =>
  type.kind === 'scalar'
    ? (type.values ?? []).map((name) => ({ name, detail: type.name, documentation: undefined }))
    : [];

/** `keys`: the keys of the map at the path; `words`: words of the text there. The names are made for an editor alone. */
export function announce(
  { onScope }: CompileContext,
  path: Path,
  place: 'keys' | 'words',
  namesOf: () => readonly DescribedName[],
): void {
  const names = onScope === undefined ? [] : namesOf();
  if (names.length > 0) onScope?.({ kind: 'described', path, place, names });
}
