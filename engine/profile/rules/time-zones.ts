import { isTimeZone } from '../../clock.ts';
import type { CompileContext, Path } from '../../compile/context.ts';
import { type SinceSpec, sinceEntries } from '../schema/since.ts';
import type { Rule } from './rule.ts';

function check(context: CompileContext, path: Path, zone: string | undefined): void {
  if (zone === undefined || zone.includes('${') || isTimeZone(zone)) return;
  context.report('MAP224', {
    path,
    message: `"${zone}" is no time zone.`,
    hint: 'Write a name such as Europe/Berlin, America/New_York or UTC.',
  });
}

function checkSince(context: CompileContext, path: Path, spec: SinceSpec | undefined): void {
  for (const { entry, path: inner } of sinceEntries(spec))
    check(context, [...path, 'since', ...inner, 'clock'], entry.clock);
}

/** Clocks are time zones of the IANA database. */
export const timeZones: Rule = (context) => {
  for (const [name, source] of Object.entries(context.profile.sources))
    check(context, ['sources', name, 'clock'], source.clock);
  for (const [path, endpoint] of Object.entries(context.profile.endpoints)) {
    checkSince(context, ['endpoints', path], endpoint.since);
    for (const kind of ['first', 'union'] as const) {
      for (const [index, read] of (endpoint[kind] ?? []).entries())
        checkSince(context, ['endpoints', path, kind, index], read.since);
    }
  }
};
