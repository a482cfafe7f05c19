/** The effect of requests on the ERP, by the numbers of its records. */
import type { CheckContext } from './context.ts';

/** Records that `work` added to the ERP, by table; tables without a change are left out. Undefined where records cannot be counted. */
export async function recordsAdded(
  { fixture }: CheckContext,
  work: () => Promise<void>,
): Promise<Readonly<Record<string, number>> | undefined> {
  const before = await fixture?.counts();
  await work();
  const after = await fixture?.counts();
  if (before === undefined || after === undefined) return undefined;
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}
