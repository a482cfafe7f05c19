/** Two services of one installation behind one address: a sync that begins at one continues at the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoProfile, demoProfile } from '../../../support/demo.ts';
import { isDeep } from '../../../support/depth.ts';
import { type Program, startProgram } from '../../../support/program.ts';
import { freshPlace, type Place, servers } from './stores.ts';

// Two processes that load the whole program take their time on a busy machine.
const key = 'a-key-of-the-replica-test';

async function debtors(service: Program, page: number): Promise<readonly string[]> {
  const response = await fetch(`${service.baseUrl}/debtors/list`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', page, limit: 7 }),
  });
  const body: { readonly debtors: readonly { readonly erpDebtorId: string }[] } = JSON.parse(await response.text());
  return body.debtors.map(({ erpDebtorId }) => erpDebtorId);
}

/** Pages that a service had to find by counting. */
const counted = (service: Program): readonly unknown[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.includes('page_without_bookmark'))
    .map((line) => JSON.parse(line).page);

describe.each(isDeep ? servers : servers.slice(0, 1))('two replicas with a store on %s', (dialect) => {
  let place: Place;
  let demo: DemoProfile;
  let services: readonly Program[];

  beforeAll(async () => {
    place = await freshPlace(dialect);
    demo = await demoProfile({ dialect: 'sqlite' });
    const environment = { ENGINE_KEY: key, ENGINE_STORE: place.text, ENGINE_REPLICAS: '2' };
    services = await Promise.all([startProgram(demo.file, environment), startProgram(demo.file, environment)]);
  });
  afterAll(async () => {
    for (const service of services ?? []) expect(await service.stop()).toBe(0);
    await demo.drop();
    await place.drop();
  });

  it('find the pages of each other by their bookmarks', async () => {
    const [one, other] = services;
    if (one === undefined || other === undefined) throw new Error('There are no two services.');
    const all = (await Promise.all([1, 2, 3, 4].map((page) => debtors(one, page)))).flat();
    // A walk of its own, with every page at the service that did not give the one before.
    await place.run('delete from engine_bookmark');
    const before = [counted(one).length, counted(other).length];
    const walked: string[] = [];
    for (const page of [1, 2, 3, 4]) walked.push(...(await debtors(page % 2 === 1 ? one : other, page)));
    expect(walked).toEqual(all);
    expect([counted(one).length, counted(other).length]).toEqual(before);
    // The log does tell of a page that nobody has left a bookmark for.
    await place.run('delete from engine_bookmark');
    expect(await debtors(other, 3)).toEqual(all.slice(14, 21));
    // The line is written at the end of the turn that has sent the answer.
    await expect.poll(() => counted(other).slice(before[1])).toEqual([3]);
  });

  it('print no password of the store', () => {
    const url = new URL(place.text);
    for (const service of services) expect(service.output()).not.toContain(url.password || place.text);
  });
});

if (isDeep)
  describe('a second service on the file of the first', () => {
    it('does not start, and says why; the first one continues', async () => {
      const demo = await demoProfile({ dialect: 'sqlite' });
      const file = `${demo.file}.store`;
      const first = await startProgram(demo.file, { ENGINE_KEY: key, ENGINE_STORE: file });
      try {
        const second = await startProgram(demo.file, { ENGINE_KEY: key, ENGINE_STORE: file }).catch(String);
        expect(second).toContain(`The store ${file} is in use by another process of this service.`);
        expect(await debtors(first, 1)).toHaveLength(7);
        // Killed, it leaves nothing behind that would keep the next one from starting.
        await first.kill();
        const third = await startProgram(demo.file, { ENGINE_KEY: key, ENGINE_STORE: file });
        expect(await debtors(third, 2)).toHaveLength(7);
        // Page 1 was asked of the service that was killed.
        expect(counted(third)).toEqual([]);
        await third.stop();
      } finally {
        await first.kill();
        await demo.drop();
      }
    });
  });
