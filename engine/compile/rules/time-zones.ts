/** Rule: every `clock` is a time zone of the IANA database. */
import { isTimeZone } from '../../base/local-time.ts';
import type { Path } from '../../base/place.ts';
import { sinceOfEndpoints } from '../../profile/schema/since.ts';
import type { Rule, RuleContext } from './rule.ts';

function check(context: RuleContext, path: Path, zone: string | undefined): void {
  if (zone === undefined || zone.includes('${') || isTimeZone(zone)) return;
  context.report('MAP224', {
    path,
    message: `"${zone}" is not a time zone.`,
    hint: 'Write an IANA name such as Europe/Berlin, America/New_York or UTC.',
  });
}

/** Reports MAP224: a name that is not in it. */
export const timeZones: Rule = (context) => {
  for (const [name, source] of Object.entries(context.profile.sources))
    check(context, ['sources', name, 'clock'], source.clock);
  for (const { entry, path } of sinceOfEndpoints(context.profile.endpoints))
    check(context, [...path, 'clock'], entry.clock);
};
