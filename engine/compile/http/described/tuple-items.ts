/** Checks a list of a JSON body whose items have types by their position: parameters of a method, and lists such as `[create, records]`. */
import { isMap } from '../../../base/members.ts';
import type { Path } from '../../../base/place.ts';
import { beginningOf, type DescribedType, formOf, type TupleType } from '../../../description/model.ts';
import { suggestion } from '../../../diagnostics/did-you-mean.ts';
import type { CompileContext } from '../../context/context.ts';
import { masked } from './operation.ts';

/** Whether the item becomes several, or the beginning of the list is known only when the request is sent. */
const isRepeated = (item: unknown): boolean => isMap(item) && Object.hasOwn(item, '$each');
const isLate = (item: unknown): boolean => typeof item === 'string' && masked(item) !== item;

/** The types of the items, by their position. Reports a list of no known form, one with too many items, and, where `isWhole`, one with too few. */
export function checkTuple(
  context: CompileContext,
  path: Path,
  spec: readonly unknown[],
  type: TupleType,
  isWhole: boolean,
): readonly (DescribedType | undefined)[] {
  if (spec.some(isRepeated) || (type.forms.length > 1 && isLate(spec[0]))) return [];
  const name = `"${String(path.findLast((part) => typeof part === 'string') ?? '')}"`;
  const form = formOf(type, spec[0]);
  if (form === undefined) {
    const beginnings = type.forms.flatMap((one) => beginningOf(one) ?? []);
    const given = String(spec[0] ?? '');
    const at = spec.length === 0 ? path : [...path, 0];
    context.report('API806', {
      path: at,
      message: `No list in ${name} begins with "${given}".`,
      ...suggestion(given, beginnings),
    });
    return [];
  }
  const { items, isOpen } = form;
  if (spec.length > items.length && !isOpen) {
    const message = `The list in ${name} has ${items.length} items, and this is item ${items.length + 1}.`;
    context.report('API807', { path: [...path, items.length], message, hint: 'Remove it.' });
  }
  const missing = items.findIndex(({ isRequired }, index) => isRequired && index >= spec.length);
  if (isWhole && missing >= 0) {
    const { documentation } = items[missing] ?? {};
    const message = `The list in ${name} requires item ${missing + 1}${documentation === undefined ? '' : ` (${documentation})`}.`;
    context.report('API808', { path, message, hint: 'Add it.' });
  }
  return items.map((item) => item.type);
}
