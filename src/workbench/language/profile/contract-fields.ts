/** The fields of the contract that belong to a place of the profile. */
import type { Endpoint, Fields, Path } from '../../../../engine/index.ts';
import { answerFields } from '../../../../engine/tools/index.ts';
import type { ProfileView } from './view.ts';

/** The endpoint that a path is in; undefined outside of `endpoints`, and for one that the contract lacks. */
export function endpointAt({ contract }: Pick<ProfileView, 'contract'>, path: Path): Endpoint | undefined {
  return path[0] === 'endpoints' ? contract.endpoints.find((one) => one.path === path[1]) : undefined;
}

/** The fields of the rows that the read around a path gives: those of the endpoint, or the items of the list that `attach` fills. */
export function fieldsAt(view: Pick<ProfileView, 'contract'>, path: Path): Fields {
  const endpoint = endpointAt(view, path);
  if (endpoint === undefined) return {};
  let fields = answerFields(endpoint);
  for (const [index, segment] of path.entries()) {
    const name = path[index + 1];
    if (segment !== 'attach' || typeof name !== 'string') continue;
    const list = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (list?.type === 'list') fields = list.items;
  }
  return fields;
}
