/** Compares the length of texts that a write sends with the length that the vendor's description gives their members. */
import type { Fields } from '../../../base/contract.ts';
import { ownMember } from '../../../base/members.ts';
import type { Path } from '../../../base/place.ts';
import { settingText } from '../../../base/setting-values.ts';
import type { DescribedType } from '../../../description/model.ts';
import type { Piece, TextTemplate } from '../../../template/text.ts';
import type { CompileContext } from '../../context/context.ts';

/** The longest text of a part of a template. `unlimited`: the name of a field of the request that may have any length. */
type Longest = { readonly length: number } | { readonly unlimited: string };

/** The limit under `lengths` of the endpoint, where the field may be one of the items of a list. */
function declaredLength(context: CompileContext, path: Path, name: string): number | undefined {
  const lengths = ownMember(context.profile.endpoints, String(path[1]))?.lengths ?? {};
  return Object.entries(lengths).find(([field]) => field === name || field.endsWith(`.${name}`))?.[1];
}

/** The longest text of a hole; undefined where it is not known. An id that exists in the ERP fits. */
function longestHole(
  context: CompileContext,
  path: Path,
  { bareName, bareVariable }: { readonly bareName?: string | undefined; readonly bareVariable?: string | undefined },
  fields: Fields,
): Longest | undefined {
  if (bareVariable === 'key') {
    const max = ownMember(context.profile.endpoints, String(path[1]))?.key?.max;
    return max === undefined ? undefined : { length: max };
  }
  const field = bareName === undefined ? undefined : ownMember(fields, bareName);
  if (bareName === undefined || field === undefined) return undefined;
  switch (field.type) {
    case 'text': {
      if (field.oneOf !== undefined) return { length: Math.max(...field.oneOf.map((value) => value.length)) };
      const length = declaredLength(context, path, bareName);
      return length === undefined ? { unlimited: bareName } : { length };
    }
    case 'currency':
      return { length: 3 };
    case 'id':
    case 'email':
    case 'date':
    case 'instant':
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'list':
      return undefined;
  }
}

/** The number of characters of a constant text, or of the value of a setting. */
const lengthOf = (piece: Exclude<Piece, { readonly kind: 'hole' }>, { settings }: CompileContext): number =>
  (piece.kind === 'text' ? piece.text : settingText(settings.get(piece.name))).length;

/** Reports a text that may be longer than its member. `what`: the member in the message. */
export function checkLength(
  context: CompileContext,
  path: Path,
  { pieces }: TextTemplate,
  fields: Fields,
  type: DescribedType,
  what: string,
): void {
  if (type.kind !== 'scalar' || type.maxLength === undefined || path[0] !== 'endpoints') return;
  const { maxLength } = type;
  let total = 0;
  for (const piece of pieces) {
    const longest =
      piece.kind === 'hole'
        ? longestHole(context, path, piece.hole.expression, fields)
        : { length: lengthOf(piece, context) };
    if (longest === undefined) return;
    if ('unlimited' in longest) {
      const { unlimited } = longest;
      const message = `${what} has at most ${maxLength} characters, and \`${unlimited}\` may have any number.`;
      const hint = `Refuse longer values before anything is written: \`lengths: { ${unlimited}: ${maxLength} }\`, in a list with the name of the list before it.`;
      context.report('API810', { path, severity: 'warning', message, hint });
      return;
    }
    total += longest.length;
  }
  if (total <= maxLength || pieces.every(({ kind }) => kind !== 'hole')) return;
  const message = `${what} has at most ${maxLength} characters, and this text may have ${total}.`;
  context.report('API810', { path, message, hint: 'Lower the limit under `lengths`, or shorten the text.' });
}
