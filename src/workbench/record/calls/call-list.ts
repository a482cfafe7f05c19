/** Reads the list of calls of a recording: a file of its own, or a file of cases. */
import { parse } from 'yaml';
import { z } from 'zod';
import type { Contract } from '../../../../engine/index.ts';
import type { CallToRecord } from '../session.ts';

const one = z.object({ call: z.string(), request: z.record(z.string(), z.unknown()).optional() });
const list = z.union([z.array(one), z.object({ cases: z.array(one) }).transform(({ cases }) => cases)]);

type CallList =
  | { readonly ok: true; readonly calls: readonly CallToRecord[] }
  /** A clause without a full stop. */
  | { readonly ok: false; readonly reason: string };

/** `text`: YAML or JSON: a list of `{ call, request }`, or a file with `cases`. */
export function readCallList(text: string, { endpoints }: Contract): CallList {
  let data: unknown;
  try {
    data = parse(text);
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
  const parsed = list.safeParse(data);
  if (!parsed.success) return { ok: false, reason: 'it is no list of { call: /path, request: { ... } }' };
  const unknown = parsed.data.find(({ call }) => !endpoints.some(({ path }) => path === call));
  if (unknown !== undefined) return { ok: false, reason: `there is no endpoint ${unknown.call}` };
  return { ok: true, calls: parsed.data.map(({ call, request = {} }) => ({ path: call, request })) };
}
