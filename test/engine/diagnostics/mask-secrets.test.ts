/** Secrets in plain text do not reach the terminal with the lines around a fault. */
import { describe, expect, it } from 'vitest';
import { codeFrame, maskLine } from '../../../engine/diagnostics/index.ts';

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
