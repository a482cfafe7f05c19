/** Compiles the path of a request. */

import type { Fields } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { literals } from '../../template/literals.ts';
import { type PathTemplate, pathTemplate, standsInKey } from '../../template/path.ts';
import type { CompileContext } from '../context/context.ts';
import { settingKind } from '../context/setting-kind.ts';
import { checkQuotes, type HoleScope, isOptional, textAt } from './template-text.ts';

/** Reports optional values in a path: without its value, the path would address another record, or all of them. */
function checkPath(context: CompileContext, path: Path, { segments }: PathTemplate, fields: Fields): void {
  for (const { pieces } of segments) {
    for (const piece of pieces) {
      if (piece.kind !== 'hole') continue;
      const missing = piece.hole.expression.names.find(({ name }) => {
        const field = ownMember(fields, name);
        return field !== undefined && isOptional(field);
      });
      if (missing === undefined) continue;
      const message = `The request field ${missing.name} is optional, but a path always needs its value.`;
      context.report('REQ605', {
        path,
        message,
        hint: 'Put it into `params`, where it is left out when it has no value.',
      });
    }
  }
}

/** Compiles the path of a request; undefined, and a report, where it cannot be compiled. */
export function requestPathAt(
  context: CompileContext,
  path: Path,
  text: string,
  scope: HoleScope,
): PathTemplate | undefined {
  const template = textAt(context, path, text, { ...scope, mayOmit: false });
  if (template === undefined) return undefined;
  const address = pathTemplate(template.pieces);
  checkPath(context, path, address, scope.fields);
  const inKey = address.segments.some(({ pieces }) =>
    pieces.some((piece, index) => piece.kind === 'hole' && standsInKey(pieces, index)),
  );
  if (inKey && scope.literals !== literals.plain) checkQuotes(context, path, text);
  checkPathText(context, path, text);
  return address;
}

/** Reports secrets in a path, which is logged, and a query or fragment. */
function checkPathText(context: CompileContext, path: Path, text: string): void {
  for (const setting of text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)) {
    if (settingKind(context, setting[1] ?? '') !== 'secret') continue;
    const message = `The setting "${setting[1]}" is a secret, but paths are written to the log.`;
    const range = { offset: setting.index, length: setting[0].length };
    context.report('MAP206', { path, range, message, hint: 'Send it in a header, in `params` or in the body.' });
  }
  // Inside of {{ }} these are signs of the expression.
  const query = /[?#]/.exec(text.replaceAll(/\{\{.*?\}\}/gs, (hole) => ' '.repeat(hole.length)));
  if (query !== null) {
    const message = `A path cannot contain a ${query[0] === '?' ? 'query' : 'fragment'}.`;
    context.report('REQ608', {
      path,
      range: { offset: query.index, length: 1 },
      message,
      hint: 'Write query parameters under `params`.',
    });
  }
}
