import { isTimeZone } from '../../base/clock.ts';
import type { Path } from '../../base/place.ts';
import { sinceOfEndpoints } from '../../profile/schema/since.ts';
import type { CompileContext } from '../context/context.ts';
import type { Rule } from './rule.ts';

function check(context: CompileContext, path: Path, zone: string | undefined): void {
  if (zone === undefined || zone.includes('${') || isTimeZone(zone)) return;
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
  for (const { entry, path } of sinceOfEndpoints(context.profile.endpoints))
    check(context, [...path, 'clock'], entry.clock);
};
