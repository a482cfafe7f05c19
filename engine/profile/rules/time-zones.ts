import { isTimeZone } from '../../clock.ts';
import type { CompileContext, Path } from '../../compile/context.ts';
import type { Rule } from './rule.ts';

function check(context: CompileContext, path: Path, zone: string | undefined): void {
  if (zone === undefined || isTimeZone(zone)) return;
  context.report('MAP224', {
    path,
    message: `"${zone}" is no time zone.`,
    hint: 'Write a name such as Europe/Berlin, America/New_York or UTC.',
  });
}

/** Clocks are time zones of the IANA database. */
export const timeZones: Rule = (context) => {
  for (const [name, source] of Object.entries(context.profile.sources))
    check(context, ['sources', name, 'clock'], source.clock);
  for (const [path, endpoint] of Object.entries(context.profile.endpoints)) {
    check(context, ['endpoints', path, 'since', 'clock'], endpoint.since?.clock);
    for (const kind of ['first', 'union'] as const) {
      for (const [index, read] of (endpoint[kind] ?? []).entries())
        check(context, ['endpoints', path, kind, index, 'since', 'clock'], read.since?.clock);
    }
  }
};
