/** Which addresses of the service are announced with a warning. */
import { generate } from 'selfsigned';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../../src/service/config/load.ts';
import type { Emit } from '../../../../src/service/events/events.ts';
import { announce } from '../../../../src/service/lifecycle/announce.ts';
import { folderWith } from '../server/fixture.ts';

const { private: tlsKey, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
const cwd = folderWith({ 'cert.pem': cert, 'key.pem': tlsKey, 'acme.yaml': '' });
const tls = { tlsCert: 'cert.pem', tlsKey: 'key.pem' };

/** The events of a start with these flags. */
function announced(flags: Readonly<Record<string, string>>): readonly string[] {
  const configuration = loadConfig({
    ...{
      flags: { profile: './acme.yaml', ...flags },
      configFile: undefined,
      env: {},
      cwd,
      packageRoot: cwd,
      now: Date.now(),
    },
    needsKey: false,
  });
  expect(configuration.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const events: string[] = [];
  const options = { announce: () => undefined };
  const emit: Emit = ({ event, level }) => void events.push(`${level} ${event}`);
  announce(options, configuration, 'http://engine.example.com:8080', { emit, version: '0' });
  return events;
}

it.each([
  {},
  { host: '127.0.0.1' },
  { host: '127.0.0.2' },
  { host: '::1' },
  { host: 'localhost' },
  { host: '0.0.0.0', ...tls },
])('of this machine only, or with TLS: %j', (flags) => {
  expect(announced(flags)).toEqual(['info listening']);
});

it.each(['0.0.0.0', '::', '10.0.0.7', 'engine.example.com', '127.0.0.1.example.com'])(
  'open without TLS: %s',
  (host) => {
    expect(announced({ host })).toEqual(['warn plain_http', 'info listening']);
  },
);
