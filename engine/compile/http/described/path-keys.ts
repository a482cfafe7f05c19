/** Checks the keys in the path of a request against the vendor's description: their names, number and types. */
import type { Path } from '../../../base/place.ts';
import type { ODataOperation } from '../../../description/model.ts';
import { keyFaults } from '../../../description/odata-key.ts';
import type { PathTemplate } from '../../../template/path.ts';
import type { CompileContext } from '../../context/context.ts';
import { holeKinds, type ValueScope } from './hole-kinds.ts';
import { masked, segmentRange } from './operation.ts';

interface KeyedPath {
  /** The text of the path in the profile. */
  readonly text: string;
  readonly path: Path;
  readonly template: PathTemplate;
  readonly scope: ValueScope;
}

/** Reports keys that the records in the path do not have. */
export function checkKeys(
  context: CompileContext,
  { keyed, version }: ODataOperation,
  { text, path, template, scope }: KeyedPath,
): void {
  const pieces = template.segments.flatMap((segment) => segment.pieces);
  const kinds = holeKinds(context, text, pieces, scope.literals, scope);
  for (const { segment, type } of keyed) {
    const { offset, length } = segmentRange(text, segment);
    const whole = masked(text).slice(offset, offset + length);
    const start = whole.indexOf('(') + 1;
    const at = offset + start;
    const moved = new Map([...kinds].map(([hole, kind]) => [hole - at, kind]));
    const inner = whole.slice(start, whole.lastIndexOf(')'));
    for (const fault of keyFaults(inner, { record: type, version, kinds: moved })) {
      const { message, hint, replacement } = fault;
      context.report(fault.kind === 'property' ? 'API802' : 'API806', {
        path,
        range: { offset: at + fault.offset, length: fault.length },
        message,
        hint,
        ...(replacement === undefined ? {} : { replacement }),
      });
    }
  }
}
