/** Members of request bodies and names of parameters that known exchanges have. */
import type { DescribedName, Path } from '../../../../engine/index.ts';
import type { ProfileView } from '../profile/view.ts';
import { membersAt } from '../types/members.ts';
import { exchangesOf, requestAround } from './matching.ts';
import { sampleType } from './sample-type.ts';

/** The names that the map at a path of a request has in known exchanges. */
export function sentNames(view: ProfileView, path: Path): readonly DescribedName[] {
  const request = requestAround(view, path);
  if (request === undefined) return [];
  const [key, ...rest] = path.slice(request.path.length);
  const isBody = key === 'json' || key === 'form' || key === 'xml';
  if (!isBody && key !== 'params') return [];
  const samples = exchangesOf(view, request).map(({ request: body, params, from, isReal }) => ({
    value: isBody ? body : params,
    from,
    isReal,
  }));
  // Items of a list, written or repeated by `$each`, have the members of its items.
  const steps = rest.flatMap((segment) => (typeof segment === 'string' && !segment.startsWith('$') ? [segment] : []));
  return membersAt([sampleType(samples)], steps);
}
