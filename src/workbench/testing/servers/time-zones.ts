/** Loads time zones into a new MySQL or MariaDB, whose zone tables are empty. */
import { Temporal } from 'temporal-polyfill';
import { onMysql } from './mysql-client.ts';

const earliest = Temporal.Instant.from('1970-01-01T00:00:00Z');
const last = Temporal.Instant.from('2037-12-31T00:00:00Z');

/** Times in seconds since the epoch at which the offset of the zone changes, each with the new offset. */
function changes(zone: string): readonly { readonly at: number; readonly offset: number }[] {
  const zoneChanges: { at: number; offset: number }[] = [];
  let time: Temporal.ZonedDateTime | null = earliest.toZonedDateTimeISO(zone);
  while (time !== null && Temporal.Instant.compare(time.toInstant(), last) < 0) {
    zoneChanges.push({ at: time.epochMilliseconds / 1000, offset: time.offsetNanoseconds / 1e9 });
    time = time.getTimeZoneTransition('next');
  }
  return zoneChanges;
}

/** Adds missing zones to the tables of a server. `first`: the number of the first new zone. */
export async function loadTimeZones(url: string, zones: readonly string[], first = 1): Promise<void> {
  await onMysql(url, async (run) => {
    for (const [index, zone] of zones.entries()) {
      const id = first + index;
      const steps = changes(zone);
      const offsets = [...new Set(steps.map(({ offset }) => offset))];
      const types = offsets.map((offset, type) => `(${id}, ${type}, ${offset}, 0, 'T${type}')`);
      const transitions = steps.map(({ at, offset }) => `(${id}, ${at}, ${offsets.indexOf(offset)})`);
      await run(`insert into mysql.time_zone values (${id}, 'N')`);
      await run(`insert into mysql.time_zone_name values ('${zone}', ${id})`);
      await run(`insert into mysql.time_zone_transition_type values ${types.join(', ')}`);
      await run(`insert into mysql.time_zone_transition values ${transitions.join(', ')}`);
    }
  });
}
