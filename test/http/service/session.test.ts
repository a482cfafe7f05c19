/**
 * Sessions through the service, against a double of SAP Business One's Service Layer as its manual tells: `POST /Login` gives the cookies B1SESSION
 * and ROUTEID, a request without a living session is 401 with the code 301, and ROUTEID pins the node that a load balancer has chosen.
 * https://help.sap.com/doc/6ab840ef2e8140f3afeda9d7f3ba4a52/10.0/en-US/Working_with_SAP_Business_One_Service_Layer.pdf
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, type Double, httpDouble, json, type Seen } from '../../engine/sources/http/double.ts';
import { serve, statuses } from './served.ts';

// Processes that load the whole program, and fifty callers at once, take their time on a busy machine.
afterEach(closeAll);

const password = 'c4n4ry-b1-password';
const search = '/catalog/customers/search';
const hit = '{"schemaVersion":"1","hits":[{"erpId":"C1","erpName":"Ada"}]}';

const cookieOf = ({ headers }: Seen, name: string): string | undefined =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1];

interface ServiceLayer extends Double {
  readonly alive: Set<string>;
  logins(): readonly Seen[];
  to(path: string): readonly Seen[];
}

/** Every answer to a session brings a new ROUTEID; each that was given to the session is good. */
async function serviceLayer(): Promise<ServiceLayer> {
  const alive = new Set<string>();
  let sessions = 0;
  let routes = 0;
  const over = {
    error: { code: 301, message: { lang: 'en-us', value: 'Invalid session or session already timeout.' } },
  };
  const route = (session: string): string => {
    routes += 1;
    return `ROUTEID=.${session}-${routes};path=/b1s`;
  };
  const double = await httpDouble(async (seen, response) => {
    if (seen.path === '/b1s/v1/Login') {
      await sleep(50);
      const given = JSON.parse(seen.body);
      if (given.Password !== password) return json(response, { error: { code: 100000027 } }, 401);
      sessions += 1;
      alive.add(`s${sessions}`);
      response.setHeader('set-cookie', [`B1SESSION=s${sessions};HttpOnly;SameSite=None`, route(`s${sessions}`)]);
      return json(response, { SessionId: `s${sessions}`, Version: '1000110', SessionTimeout: 30 });
    }
    const session = cookieOf(seen, 'B1SESSION') ?? '';
    if (!alive.has(session) || !cookieOf(seen, 'ROUTEID')?.startsWith(`.${session}-`)) return json(response, over, 401);
    if (seen.path === '/b1s/v1/Logout') {
      alive.delete(session);
      return response.writeHead(204).end();
    }
    response.setHeader('set-cookie', route(session));
    return json(response, { value: [{ CardCode: 'C1', CardName: 'Ada' }] });
  });
  const to = (path: string) => double.seen.filter((seen) => seen.path.startsWith(`/b1s/v1${path}`));
  return { ...double, alive, logins: () => to('/Login'), to };
}

const profile = (url: string): string => `
profile: b1
contract: "1"
settings: { password: { env: B1_PASSWORD, secret: true } }
sources:
  erp:
    http: ${url}/b1s/v1
    limits: { concurrent: 50, wait: 10s }
    auth:
      session:
        login: { post: /Login, json: { CompanyDB: SBODEMO, UserName: manager, Password: "\${password}" } }
        send: cookies
        idle: 25m
        logout: { post: /Logout }
    request: { rows: value }
    outcomes:
      - { when: "$status = 401 or error.code = 301", is: login }
endpoints:
  /catalog/customers/search:
    get: /BusinessPartners
    fields: { erpId: CardCode, erpName: CardName }
`;

const start = (url: string, given = password) => serve(profile(url), { environment: { B1_PASSWORD: given } });

describe('a session', () => {
  it('is one login for 50 callers, also for 50 with an expired session, and ends with the service', async () => {
    const erp = await serviceLayer();
    const service = await start(erp.url);
    const fifty = async () => {
      const replies = await Promise.all(Array.from({ length: 50 }, () => service.ask(search)));
      expect(replies.map(({ text }) => text)).toEqual(Array(50).fill(hit));
    };
    await fifty();
    expect(erp.logins()).toHaveLength(1);
    erp.alive.clear();
    await fifty();
    expect(erp.logins()).toHaveLength(2);
    expect(await service.stop()).toBe(0);
    expect([erp.to('/Logout').length, erp.alive.size]).toEqual([1, 0]);
    expect(service.output()).not.toContain('c4n4ry');
  });

  it('that expires during concurrent requests costs one login each time, and no request fails', async () => {
    const erp = await serviceLayer();
    const service = await start(erp.url);
    await service.ask(search);
    const callers = Array.from({ length: 20 }, async () => {
      for (let time = 0; time < 15; time += 1) expect((await service.ask(search)).status).toBe(200);
    });
    const ending = (async () => {
      for (const ends of [1, 2]) {
        await expect.poll(() => erp.seen.length, { timeout: 20_000, interval: 1 }).toBeGreaterThan(ends * 80);
        erp.alive.clear();
      }
    })();
    await Promise.all([...callers, ending]);
    expect(erp.logins()).toHaveLength(3);
  });

  it('stores changed cookies: each request has the newest one', async () => {
    const erp = await serviceLayer();
    const service = await start(erp.url);
    for (let time = 0; time < 5; time += 1) await service.ask(search);
    const routes = erp.to('/BusinessPartners').map((seen) => cookieOf(seen, 'ROUTEID'));
    expect(routes).toEqual(['.s1-1', '.s1-2', '.s1-3', '.s1-4', '.s1-5']);
  });

  it('that is refused is requested once for 50 callers, who get an error of the ERP and not of their own key', async () => {
    const erp = await serviceLayer();
    const service = await start(erp.url, 'c4n4ry-wrong');
    const replies = await Promise.all(Array.from({ length: 50 }, () => service.ask(search)));
    expect(statuses(replies)).toEqual({ 502: 50 });
    expect(erp.seen).toHaveLength(1);
    expect(await service.stop()).toBe(0);
    // Nobody is logged in.
    expect(erp.seen).toHaveLength(1);
    expect(service.output()).not.toContain('c4n4ry');
    await expect.poll(() => service.output()).toContain('Check user, password and company');
  });
});
