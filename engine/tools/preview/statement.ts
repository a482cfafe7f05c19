/** A statement with its known values. */
import type { QueryPlan } from '../../plan/query.ts';
import type { RunState } from '../../plan/run-state.ts';
import type { Frame } from '../../run/statement/run-statement.ts';
import type { PreviewSent } from './step.ts';

/** Whether a value comes from an earlier answer: a column of rows, or of an earlier step. */
function isOpen(name: string, { optional }: QueryPlan, { values }: RunState): boolean {
  const [head = '', part] = name.split('.');
  if (head === 'rows') return true;
  return (
    part !== undefined &&
    head !== 'settings' &&
    head !== 'engine' &&
    !optional.has(name) &&
    !Object.hasOwn(values, name)
  );
}

/** `open`: names of further unknown values. */
export function previewStatement(
  plan: QueryPlan,
  state: RunState,
  frame: Frame,
  open: readonly string[] = [],
): PreviewSent {
  if (plan.call !== undefined) {
    const text = `calls the procedure ${plan.call.procedure}; the database knows its statements`;
    return { kind: 'note', text };
  }
  const unknown = new Set(open);
  const knownValueOf = (name: string) => (isOpen(name, plan, state) ? undefined : plan.values.get(name)?.(state));
  const {
    sql,
    values,
    names = [],
  } = plan.statement.bind({
    ...frame,
    isGiven: (name) => !plan.optional.has(name) || (knownValueOf(name) ?? null) !== null,
    value(name) {
      const value = knownValueOf(name);
      if (value !== undefined) return value;
      unknown.add(`:${name}`);
      return name.startsWith('rows.') ? [null] : null;
    },
  });
  const parameters = names.map((name, index) => ({ name, value: unknown.has(name) ? undefined : values[index] }));
  return { kind: 'statement', sql, parameters };
}
