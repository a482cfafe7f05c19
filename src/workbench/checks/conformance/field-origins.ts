/** Where the fields of answers come from, as far as the profile alone says. */
import {
  type FieldLineage,
  type FieldOrigin,
  type LineageInput,
  traceLineage,
} from '../../../../engine/tools/index.ts';
import type { Path } from '../../../contract/types.ts';

export type TraceInput = Pick<
  LineageInput,
  'contract' | 'profileFile' | 'profileName' | 'profileText' | 'locate' | 'environment' | 'now'
>;

/** The origins of fields of one endpoint, in their order; empty where the profile does not compile. */
export async function tracedFields(
  input: TraceInput,
  path: Path,
  fields: readonly (readonly string[])[],
): Promise<readonly FieldLineage[]> {
  const endpoint = input.contract.endpoints.find((one) => one.path === path);
  if (endpoint === undefined) return [];
  const traced = await traceLineage({ ...input, endpoint, fields, connect: false });
  return traced.ok ? traced.fields : [];
}

/** The ends of a tree of origins. */
export const leavesOf = (origin: FieldOrigin): readonly FieldOrigin[] =>
  origin.from.length === 0 ? [origin] : origin.from.flatMap(leavesOf);
