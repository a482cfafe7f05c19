/** "Changed since" in every form, around the hours in which clocks change, on every database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../../../../engine/index.ts';
import { sampleOf } from '../../../support/depth.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';
import { listContract, pageFields } from '../../../support/list-contract.ts';
import { clockChanges, createTable, expected, type Form, forms, insert, minute, query } from './changes.ts';

const request: Fields = { modifiedSince: { type: 'instant', required: false, description: '' }, ...pageFields };
const row: Fields = { id: { type: 'id', idKind: 'invoice', required: true, description: '' } };

/** A contract of one list for each form. */
const contract = listContract(
  forms.map(({ name }) => `/changes/${name}`),
  { request, row, paged: true },
);

const zones = [...new Set(clockChanges.map(({ zone }) => zone))];
const tableOf = (zone: string): string => `changes_${zones.indexOf(zone)}`;

/** Every ten minutes, four hours to either side of each change of the clock; a few seconds and milliseconds off. */
const instantsOf = (zone: string): readonly number[] =>
  clockChanges
    .filter((change) => change.zone === zone)
    .flatMap(({ at }) =>
      Array.from({ length: 49 }, (_, index) => Date.parse(at) + (index - 24) * 10 * minute + index * 1_003),
    );

/** Times to ask for: some of them are a row's own, so that ties are met. */
const askedOf = (zone: string): readonly number[] => {
  const instants = instantsOf(zone);
  const between = instants.filter((_, index) => index % 5 === 2).map((ms) => ms + 4 * minute);
  return [...instants.filter((_, index) => index % 4 === 1), ...between];
};

function profileOf(erp: Erp, zone: string): string {
  const of = ({ name, since }: Form) =>
    `  /changes/${name}:\n    page: { key: [id] }\n    since: ${since}\n    query: ${query(tableOf(zone))}`;
  return [
    'profile: changes',
    'contract: "1"',
    'sources:',
    `  erp: { sql: ${erp.dialect}, connection: ${JSON.stringify(erp.connection)}, clock: ${zone} }`,
    'endpoints:',
    ...forms.map(of),
  ].join('\n');
}

describe.each(testedDialects)('changes on %s', (dialect) => {
  let erp: Erp;
  beforeAll(async () => {
    erp = await freshErp(dialect);
    for (const zone of zones) {
      await erp.run(createTable(dialect, tableOf(zone)));
      await erp.run(insert(dialect, tableOf(zone), instantsOf(zone), zone));
    }
  });
  afterAll(() => erp.drop());

  describe.each(zones)('by the clock of %s', (zone) => {
    let engine: ErpEngine;
    beforeAll(async () => {
      engine = await openErp(profileOf(erp, zone), contract);
    });
    afterAll(() => engine.close());

    const changedSince = async (form: Form, since: string): Promise<readonly number[]> => {
      const outcome = await engine.call(`/changes/${form.name}`, { modifiedSince: since });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      const { rows }: { rows: { id: string }[] } = JSON.parse(outcome.json);
      return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
    };

    // SQLite has no type for a point in time.
    const kept = forms.filter(({ name }) => dialect !== 'sqlite' || name !== 'instant');

    it.each(kept)('in the form $name', async (form) => {
      const instants = instantsOf(zone);
      // MySQL takes no offset with a time, so that it looks back further than it has to while the clock goes back.
      const isExact = dialect !== 'mysql' || form.name !== 'instant';
      for (const since of sampleOf(askedOf(zone), 8)) {
        const changed = await changedSince(form, new Date(since).toISOString());
        const lost = instants.flatMap((ms, index) => (ms >= since && !changed.includes(index + 1) ? [index + 1] : []));
        expect(lost, `lost since ${new Date(since).toISOString()}`).toEqual([]);
        if (isExact)
          expect(changed, `since ${new Date(since).toISOString()}`).toEqual(expected(form, zone, since, instants));
      }
    });

    it.each(kept)('in the form $name, long before and long after', async (form) => {
      expect(await changedSince(form, '0001-01-01T00:00:00Z')).toHaveLength(instantsOf(zone).length);
      expect(await changedSince(form, '9999-12-31T23:59:59Z')).toEqual([]);
    });
  });
});
