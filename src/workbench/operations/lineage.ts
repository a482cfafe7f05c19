/** The lineage of the fields of an endpoint. */
import { answerFields, type FieldOrigin, fieldPaths, traceLineage } from '../../../engine/tools/index.ts';
import { Refused } from './access/folder.ts';
import type { Lineage, ShownOrigin } from './protocol/data.ts';
import type { Workspace } from './workspace/workspace.ts';

/** All fields of the answer of an endpoint. Reads the profile only. */
export async function lineage(workspace: Workspace, path: string): Promise<Lineage> {
  const { host } = workspace;
  const endpoint = host.contract.endpoints.find((one) => one.path === path);
  if (endpoint === undefined || endpoint.answer.kind === 'service')
    throw new Refused(`${path} is not an endpoint that a profile answers.`);
  const fields = fieldPaths(answerFields(endpoint));
  const input = { ...workspace.load().profile, endpoint, fields, connect: false };
  const whole = await traceLineage(input);
  const traced = whole.ok ? whole : await traceLineage({ ...input, only: new Set([path]) });
  if (!traced.ok) return { fields: [], unread: [], findings: workspace.findings(traced.diagnostics, traced.sources) };
  const shown = ({ kind, text, place, column, vendor, from }: FieldOrigin): ShownOrigin => ({
    ...{ kind, text, from: from.map(shown) },
    ...(place === undefined ? {} : { place: workspace.place(place) }),
    ...(column === undefined ? {} : { column }),
    ...(vendor === undefined ? {} : { vendor: wordsOf(vendor) }),
  });
  return {
    fields: traced.fields.map(({ coordinate, from }) => ({ coordinate, from: from.map(shown) })),
    unread: traced.unread.map(({ operation, place, members }) => ({
      ...{ operation, place: workspace.place(place) },
      members: members.map(({ name, ...vendor }) => ({ name, ...wordsOf(vendor) })),
    })),
    findings: [],
  };
}

const wordsOf = ({ type, documentation }: NonNullable<FieldOrigin['vendor']>): NonNullable<ShownOrigin['vendor']> =>
  documentation === undefined ? { type } : { type, documentation };
