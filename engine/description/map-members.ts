/** Types of a description with other members. */
import { oncePer } from '../base/once-per.ts';
import { type DescribedMember, type DescribedType, factsOf, lazyMember, type RecordType } from './model.ts';

/** The member in place of one of a record; undefined leaves it out. It must not read the type of the member: a record may contain itself. */
export type ChangeMember = (record: RecordType, name: string, member: DescribedMember) => DescribedMember | undefined;

/** A function that changes the members of all records in a type. The same type always has the same result. `facts`: changes of each record. */
export function memberMapper(
  change: ChangeMember,
  facts: Partial<Pick<RecordType, 'isOpen' | 'own'>> = {},
): (type: DescribedType) => DescribedType {
  const mapped = oncePer(make);
  function make(type: DescribedType): DescribedType {
    switch (type.kind) {
      case 'scalar':
      case 'unknown':
        return type;
      case 'list':
        return { kind: 'list', items: mapped(type.items) };
      case 'record': {
        const members = [...type.members].flatMap(([name, member]): readonly (readonly [string, DescribedMember])[] => {
          const changed = change(type, name, member);
          return changed === undefined ? [] : [[name, lazyMember(factsOf(changed), () => mapped(changed.type))]];
        });
        return { ...type, ...facts, members: new Map(members) };
      }
      case 'tuple': {
        const forms = type.forms.map((form) => ({
          ...form,
          items: form.items.map((item) => lazyMember(factsOf(item), () => mapped(item.type))),
        }));
        return { kind: 'tuple', forms };
      }
    }
  }
  return mapped;
}
