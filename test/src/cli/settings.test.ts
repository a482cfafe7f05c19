/** `engine settings` and `engine schema`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { root, runHere } from './here.ts';

const profile = `profile: acme
contract: "1"
settings:
  password: { env: ACME_PASSWORD, secret: true, description: Password of the login }
  company: { env: ACME_COMPANY, pattern: "[A-Z]{2}" }
  rows: { env: ACME_ROWS, type: integer, default: 50, description: Rows at once }
sources: { erp: { sql: sqlite, connection: { file: acme.sqlite } } }
endpoints: {}
`;

describe('engine settings', () => {
  const settings = (env: Readonly<Record<string, string>>, ...more: readonly string[]) =>
    runHere(['settings', './acme.yaml', ...more], { env, cwd: folderWith({ 'acme.yaml': profile }) });

  it('shows which settings are set, and no values from the environment', async () => {
    const { status, out, err } = await settings({ ACME_PASSWORD: 's3cret', ACME_COMPANY: 'DE' });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['setting', 'environment', 'value', 'default', 'description'],
      ['password', 'ACME_PASSWORD', 'set', 'Password of the login (secret)'],
      ['company', 'ACME_COMPANY', 'set', '([A-Z]{2})'],
      ['rows', 'ACME_ROWS', 'default', '50', 'Rows at once (integer)'],
      [''],
    ]);
    expect(out).not.toMatch(/s3cret|DE\b/);
  });

  it('fails where one has no value', async () => {
    const { status, out } = await settings({ ACME_COMPANY: 'DE' });
    expect(status).toBe(1);
    expect(out).toMatch(/password +ACME_PASSWORD +NOT SET/);
    const empty = await settings({ ACME_PASSWORD: 's3cret', ACME_COMPANY: '' });
    expect([empty.status, empty.out]).toEqual([1, expect.stringMatching(/company +ACME_COMPANY +NOT SET/)]);
  });

  it('gives a list for tools', async () => {
    const { out } = await settings({ ACME_ROWS: '7' }, '--format', 'json');
    expect(JSON.parse(out)).toEqual([
      {
        name: 'password',
        env: 'ACME_PASSWORD',
        type: 'text',
        secret: true,
        description: 'Password of the login',
        from: 'nowhere',
      },
      { name: 'company', env: 'ACME_COMPANY', type: 'text', secret: false, pattern: '[A-Z]{2}', from: 'nowhere' },
      {
        name: 'rows',
        env: 'ACME_ROWS',
        type: 'integer',
        secret: false,
        default: 50,
        description: 'Rows at once',
        from: 'environment',
      },
    ]);
  });

  it('gives a file of environment variables, without values from the environment', async () => {
    const { status, out, err } = await settings({ ACME_PASSWORD: 's3cret' }, '--format', 'env');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toBe(`# Password of the login (secret)
ACME_PASSWORD=

# ([A-Z]{2})
ACME_COMPANY=

# Rows at once (integer)
# ACME_ROWS='50'
`);
  });

  it('says why a profile cannot be read', async () => {
    const { status, err } = await runHere(['settings', './acme.yaml'], {
      env: {},
      cwd: folderWith({ 'acme.yaml': 'profile: 1\n' }),
    });
    expect(status).toBe(1);
    expect(err).toContain('MAP102');
  });
});

describe('engine schema', () => {
  it('prints the schema that comes with the program, or its path', async () => {
    const file = join(root, 'engine', 'profile.schema.json');
    expect(await runHere(['schema'], { env: {}, cwd: root })).toMatchObject({
      status: 0,
      out: readFileSync(file, 'utf8'),
    });
    expect(await runHere(['schema', '--path'], { env: {}, cwd: root })).toMatchObject({ status: 0, out: `${file}\n` });
    // That of engine.yaml lies with the service.
    const config = join(root, 'src/service/config/config.schema.json');
    expect((await runHere(['schema', 'config'], { env: {}, cwd: root })).out).toBe(readFileSync(config, 'utf8'));
  });
});
