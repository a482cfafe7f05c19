/** Shows the groups of checks as text and as JSON. */
import { type HealthCheck, type Paint, paintOf } from '../../../engine/tools/index.ts';
import type { CheckGroup } from './groups.ts';

const labels: Readonly<Record<HealthCheck['status'], string>> = {
  ok: 'ok',
  warning: 'warning',
  error: 'error',
  unchecked: 'not checked',
};
const styles = { ok: 'good', warning: 'warning', error: 'error', unchecked: 'quiet' } as const;
const indent = ' '.repeat(15);

function checkText({ name, status, what, why, fix }: HealthCheck, paint: Paint): string {
  const label = paint(styles[status], labels[status]) + ' '.repeat(13 - labels[status].length);
  const more = [...(why === undefined ? [] : [`why: ${why}`]), ...(fix === undefined ? [] : [`fix: ${fix}`])].flatMap(
    (text) => text.split('\n'),
  );
  return [`  ${label}${name}: ${what}`, ...more.map((text) => indent + text)].join('\n');
}

/** The number of checks with this status, in all groups. */
export const countOf = (groups: readonly CheckGroup[], status: HealthCheck['status']): number =>
  groups.flatMap(({ checks }) => checks).filter((check) => check.status === status).length;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** One line for each check, followed by the reason and the fix of a finding. */
export function doctorText(groups: readonly CheckGroup[], color: boolean): string {
  const paint = paintOf(color);
  const blocks = groups.map(({ name, checks }) =>
    [paint('bold', name), ...checks.map((check) => checkText(check, paint))].join('\n'),
  );
  const counts = [
    plural(countOf(groups, 'error'), 'error'),
    plural(countOf(groups, 'warning'), 'warning'),
    `${countOf(groups, 'unchecked')} not checked`,
  ];
  return `${[...blocks, `${counts.join(', ')}.`].join('\n\n')}\n`;
}

/** The form is documented in docs/doctor.md and stable. */
export function doctorJson(groups: readonly CheckGroup[]): string {
  const counts = {
    errors: countOf(groups, 'error'),
    warnings: countOf(groups, 'warning'),
    unchecked: countOf(groups, 'unchecked'),
  };
  const shown = groups.map(({ name, checks }) => ({
    name,
    checks: checks.map((check) => ({ ...check, why: check.why ?? null, fix: check.fix ?? null })),
  }));
  return `${JSON.stringify({ ...counts, groups: shown }, null, 2)}\n`;
}
