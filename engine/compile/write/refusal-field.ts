/** The key `field` of a refusal. */
import type { Fields } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { Reporter } from '../../diagnostics/reporter.ts';

/** Reports a `field` that the request does not have. `path`: the path of the map that has the key. */
export function checkRefusalField(reporter: Reporter, path: Path, field: string | undefined, request: Fields): void {
  if (field === undefined || Object.hasOwn(request, field.split('.')[0] ?? '')) return;
  reporter.report('MAP264', {
    path: [...path, 'field'],
    message: `The request has no field "${field}".`,
    ...suggestion(field, Object.keys(request)),
  });
}
