/** Types and members of a description in a few words, for editors, assistants and reports. */
import { type DescribedMember, type DescribedType, shortName } from './model.ts';

/** A type: its name, its length, its values. Undefined where the description leaves it open. */
export function typeText(type: DescribedType): string | undefined {
  switch (type.kind) {
    case 'unknown':
      return undefined;
    case 'list':
      return `list of ${typeText(type.items) ?? 'values'}`;
    case 'tuple':
      return 'list';
    case 'record':
      return type.name === '' ? 'record' : shortName(type.name);
    case 'scalar': {
      const { name, maxLength, values } = type;
      const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
      return `${name}${length}${values === undefined ? '' : `: ${values.join(', ')}`}`;
    }
  }
}

/** The type of a member, and whether a request must or cannot set it. */
export function memberText({ type, isRequired, isReadOnly, isRelated }: DescribedMember): string {
  const marks = [isRequired ? 'required' : '', isReadOnly ? 'read-only' : '', isRelated ? 'with $expand' : ''];
  return [typeText(type), ...marks].filter((part) => part !== undefined && part !== '').join(', ');
}
