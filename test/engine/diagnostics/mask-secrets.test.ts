/** Secrets in plain text do not reach the terminal with the lines around a fault. */
import { describe, expect, it } from 'vitest';
import { codeFrame } from '../../../engine/diagnostics/code-frame.ts';
import { maskLine, maskSource } from '../../../engine/diagnostics/secrets/mask-source.ts';
import { profileText, shippedProfiles } from '../../support/shipped-profiles.ts';

describe('a line that is shown', () => {
  it.for<[string, string]>([
    ['connection: { url: postgres://engine:hunter2@db/erp }', 'connection: { url: postgres://engine:*******@db/erp }'],
    ['url: postgres://engine:p@ss/w:rd@db/erp', 'url: postgres://engine:*********@db/erp'],
    ['url: "mssql://db/erp?user=sa&password=hunter2"', 'url: "mssql://db/erp?user=sa&password=*******"'],
    ['server: Server=db;Pwd=hunter2;Encrypt=yes', 'server: Server=db;Pwd=*******;Encrypt=yes'],
    ['tls: { passphrase: hunter2 }', 'tls: { passphrase: ******* }'],
    ['    password: hunter2', '    password: *******'],
    ['    password: "hunter 2" # old', '    password: "****** *" # old'],
    ["{ user: me, db_password: 'a,b', host: db }", "{ user: me, db_password: '***', host: db }"],
    ['clientSecret: p🔑w', 'clientSecret: ****'],
    ['"token": "abc"', '"token": "***"'],
    ['api_key: k1, host: x', 'api_key: **, host: x'],
    ['auth: { bearer: k1 }', 'auth: { bearer: ** }'],
  ])('%s has its secret masked', ([line, shown]) => {
    expect(maskLine(line)).toBe(shown);
    expect(maskLine(line)).toHaveLength(line.length);
  });

  it.for([
    'password: "${db_password}"',
    'url: postgres://engine:${db_password}@db/erp',
    'db_password: { env: ACME_DB_PASSWORD, secret: true }',
    'secret: true',
    'password:',
    'token: |',
    'url: https://example.com/a:b@c',
    'query: SELECT a AS erpId FROM t',
    'query: SELECT a AS erpId FROM t WHERE token = :settings.branch',
  ])('%s is shown as it is', (line) => {
    expect(maskLine(line)).toBe(line);
  });

  it.each([
    ['password:', '  hunter2'],
    ['password: >-', '  hunter2'],
  ])('is masked in the line below its key, too: %s', (above, line) => {
    expect(maskLine(line, above)).toBe('  *******');
  });

  it('is no neighbour of an empty key', () => {
    expect(maskLine('  user: me', '  password:')).toBe('  user: me');
  });

  it('is also masked next to the fault, and the mark stays in its place', () => {
    const text = 'connection:\n  password: hunter2\n  hsot: db';
    const frame = codeFrame(text, { file: 'a.yaml', line: 3, column: 3, length: 4 });
    expect(frame?.map((row) => row.text)).toEqual(['  password: *******', '  hsot: db', '  ^^^^']);
  });
});

const sent = (lines: string): string => `sources:\n  api:\n    http: https://erp.example\n${lines}`;

describe('a literal at a place that is sent to an ERP', () => {
  it.for<[string, string]>([
    ['    request: { params: { sig: 7c1e9aQ } }', '    request: { params: { sig: ******* } }'],
    [
      "    request: { params: { $filter: [site eq 'N7-9aQ'] } }",
      "    request: { params: { $filter: [site eq '******'] } }",
    ],
    ['    request: { headers: { X-Site: north } }', '    request: { headers: { X-Site: ***** } }'],
    [
      '    probe: { post: /x, json: { of: [{ a: correct-horse-battery }] } }',
      '    probe: { post: /x, json: { of: [{ a: ********************* }] } }',
    ],
    ['    probe: { get: "/x?tenant=7c1e9aQ&a=b" }', '    probe: { get: "/x?tenant=*******&a=b" }'],
    ['    probe: { get: /hooks/T0B1C2D3E4F5G6H7I8J9K/send }', '    probe: { get: /hooks/*********************/send }'],
    [
      '    auth: { session: { login: { post: /, json: { method: login, a: "${user}" } }, send: cookies } }',
      '    auth: { session: { login: { post: /, json: { method: *****, a: "${user}" } }, send: cookies } }',
    ],
  ])('%s is masked', ([line, shown]) => {
    expect(maskSource(sent(line)).text).toBe(sent(shown));
  });

  it.for([
    '    request: { params: { $orderby: "createdAt desc", limit: 50000, since: 2020-01-01T00:00:00Z, fields: "street2,name" } }',
    '    request: { headers: { Accept: application/json;odata.metadata=none, Content-Language: de-DE-1996, X-Site: "${site}" } }',
    '    probe: { post: /, json: { method: model.account.invoice.on_change, of: customerPurchaseOrderReference, id: "{{ erpId }}" } }',
    '    probe: { get: /api/v2/companies/all, rows: value7c1e9aQ }',
  ])('%s is shown as it is', (line) => {
    expect(maskSource(sent(line)).text).toBe(sent(line));
  });

  // sage-200 has an address as the default of a setting whose name says token.
  it.for(shippedProfiles.filter((name) => name !== 'sage-200'))(
    'of the profile %s is not hidden outside auth',
    (name) => {
      const text = profileText(name);
      const shown = maskSource(text);
      expect(shown.secrets).toEqual([]);
      const before = text.split('\n');
      const hidden = shown.text.split('\n').filter((line, index) => line !== before[index]);
      expect(hidden.filter((line) => !/^\s*(?:login|logout):|PX-ApiArchive: /.test(line))).toEqual([]);
    },
  );
});
