/** Types of a description in words. */
import { type DescribedType, shortName } from './model.ts';

/** A type in a few words: its name, its length, its values. */
export function typeText(type: DescribedType): string | undefined {
  switch (type.kind) {
    case 'unknown':
      return undefined;
    case 'list':
      return `list of ${typeText(type.items) ?? 'values'}`;
    case 'record':
      return type.name === '' ? 'record' : shortName(type.name);
    case 'scalar': {
      const { name, maxLength, values } = type;
      const length = maxLength === undefined ? '' : `, at most ${maxLength} characters`;
      return `${name}${length}${values === undefined ? '' : `: ${values.join(', ')}`}`;
    }
  }
}
