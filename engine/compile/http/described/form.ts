/** Checks a form body against the vendor's description: its members are those of the described record, and its values are texts. */
import type { Path } from '../../../base/place.ts';
import { withoutBrackets } from '../../../description/listed-query.ts';
import type { DescribedType } from '../../../description/model.ts';
import type { CompileContext } from '../../context/context.ts';
import { announce, memberNames } from './announce.ts';
import { checkBodyMembers, memberType } from './body-members.ts';
import { checkTextConstant } from './constant.ts';

/** Reports members and values that the form cannot have, and, where `isWhole`, required members that it lacks. */
export function checkForm(
  context: CompileContext,
  path: Path,
  form: Readonly<Record<string, unknown>>,
  type: DescribedType,
  isWhole: boolean,
): void {
  announce(context, path, 'keys', () => memberNames(type));
  // Members of records and items of lists have brackets, as in `lines[0][sku]`: their own names are not checked.
  const names = [...new Set(Object.keys(form).map(withoutBrackets))];
  checkBodyMembers(context, path, names, type, isWhole);
  for (const [name, value] of Object.entries(form)) {
    const member = memberType(type, name);
    if (member !== undefined) checkTextConstant(context, [...path, name], value, member, `"${name}"`);
  }
}
