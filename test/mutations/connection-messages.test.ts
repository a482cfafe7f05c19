/** What `engine check --connect` says of an ERP by HTTP with a wrong address, port or token, and of a wrong lookup of ids. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { runHere } from '../src/cli/here.ts';
import { folderWith } from '../src/service/server/fixture.ts';
import { demoProfile, kontorProfile, openBench, type ReportedFinding } from './check.ts';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** The port of a server on loopback. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  servers.push(server);
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const refuses: RequestListener = (_request, response) => {
  response.statusCode = 401;
  response.end('{"error":"token expired"}');
};

async function check(text: string, api: string): Promise<readonly ReportedFinding[]> {
  const cwd = folderWith({ 'profile.yaml': text });
  const env = { KONTOR_API: api, KONTOR_TOKEN: 'expired-3f9' };
  const { out, err } = await runHere(['check', '--connect', '--format', 'json', './profile.yaml'], { env, cwd });
  expect(`${out}${err}`).not.toContain('expired-3f9');
  return JSON.parse(out).diagnostics;
}

/** Without the fact, so that the probe is the first request. */
const withoutFact = kontorProfile.replace(/facts:\n.*\n/, '');

describe.each([
  ['a fact is read first', kontorProfile],
  ['the probe is the first request', withoutFact],
])('an ERP by HTTP, where %s', (_order, text) => {
  it('refuses the token: the message names the variable to check', async () => {
    const port = await serve(refuses);
    const [finding, ...others] = await check(text, `http://127.0.0.1:${port}/v1`);
    expect(others).toEqual([]);
    expect(finding?.message).toContain('401');
    expect(finding?.hint).toBe('Check KONTOR_TOKEN, which `auth` of the source uses.');
  });

  it('does not listen on this port: the message says so, with host and port', async () => {
    const port = await serve(refuses);
    await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
    const [finding, ...others] = await check(text, `http://127.0.0.1:${port}/v1`);
    expect(others).toEqual([]);
    expect(finding?.code).toBe('CFG511');
    expect(finding?.message).toContain(`127.0.0.1:${port} cannot be reached: nothing listens there.`);
    expect(finding?.hint).toContain('Correct the address');
  });

  it('speaks HTTP without TLS: the message proposes http://', async () => {
    const port = await serve(refuses);
    const [finding, ...others] = await check(text, `https://127.0.0.1:${port}/v1`);
    expect(others).toEqual([]);
    expect(finding?.message).toContain(`127.0.0.1:${port} does not answer with TLS`);
    expect(finding?.hint).toContain('write http:// in the address');
  });
});

describe('a wrong lookup of customers', () => {
  const lookup = 'exists: SELECT 1 FROM customer WHERE account_no = :id';
  const slips: readonly (readonly [name: string, wrong: string, message: string, hint: string])[] = [
    ['a table', lookup.replace('customer', 'custommer'), 'no such table: custommer.', 'Did you mean "customer"?'],
    ['a column', lookup.replace('account_no', 'acount_no'), 'no such column: acount_no.', 'Did you mean "account_no"?'],
    ['its value', lookup.replace(':id', ':customer'), 'There is no value :customer here.', 'Known here: id, now, '],
    ['the id is missing', lookup.replace(/ WHERE.*/, ''), 'does not use the id.', 'Compare a column with :id.'],
    ['the id in quotes', lookup.replace(':id', "':id'"), ':id is in quotes', 'Write :id without quotes.'],
    ['nothing at all', '', '/invoices/push must refuse an unknown erpDebtorId', 'ids: { customer: { exists: SELECT 1'],
  ];

  it.each(slips)('%s: one finding, with what to do', async (_name, wrong, message, hint) => {
    const bench = openBench();
    try {
      const text = wrong === '' ? demoProfile.replace(`, ${lookup}`, '') : demoProfile.replace(lookup, wrong);
      expect(text).not.toBe(demoProfile);
      const [finding, ...others] = await bench.check(text, 'connect');
      expect(others).toEqual([]);
      expect(finding?.message).toContain(message);
      expect(finding?.hint).toContain(hint);
    } finally {
      bench.close();
    }
  });
});
