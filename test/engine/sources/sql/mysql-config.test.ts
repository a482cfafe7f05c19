import { describe, expect, it } from 'vitest';
import { mysqlDriverOptions, mysqlIdentity } from '../../../../engine/sources/sql/mysql/config.ts';

const common = { clock: 'UTC', timeoutMs: 10_000 };

describe('the address', () => {
  it('is named without credentials', () => {
    const url = 'mysql://a:p%40ss@ERP.example.com/erp?ssl=true';
    expect(mysqlIdentity({ ...common, url })).toBe('mysql://erp.example.com:3306/erp');
    expect(mysqlIdentity({ ...common, host: 'DB', port: 3307, database: 'b', user: 'a' })).toBe('mysql://db:3307/b');
    expect(mysqlIdentity({ ...common, socketPath: '/run/my.sock', database: 'b' })).toBe('mysql://%2Frun%2Fmy.sock/b');
    expect(() => mysqlIdentity({ ...common, url: 'no url' })).toThrow('not a URL');
  });
  it('is taken apart for the driver', () => {
    const url = 'mysql://a:p%40ss@[::1]:3307/erp';
    expect(mysqlDriverOptions({ ...common, url })).toMatchObject({
      host: '::1',
      port: 3307,
      user: 'a',
      password: 'p@ss',
      database: 'erp',
    });
  });
  it('says whether to encrypt, and then the certificate is verified', () => {
    const ssl = (url: string, given?: boolean) => mysqlDriverOptions({ ...common, url, ssl: given }).ssl;
    const verified = { rejectUnauthorized: true, verifyIdentity: true };
    expect(ssl('mysql://a@b/c')).toBeUndefined();
    expect(ssl('mysql://a@b/c?ssl=true')).toEqual(verified);
    expect(ssl('mysql://a@b/c?ssl-mode=REQUIRED')).toEqual(verified);
    expect(ssl('mysql://a@b/c?ssl-mode=DISABLED')).toBeUndefined();
    expect(ssl('mysql://a@b/c', true)).toEqual(verified);
  });
  it('cannot loosen the session', () => {
    const url = 'mysql://a@b/c?multipleStatements=true&dateStrings=false&timezone=local';
    const driver = mysqlDriverOptions({ ...common, url });
    expect(driver).toMatchObject({ dateStrings: true, timezone: 'Z', supportBigNumbers: true, bigNumberStrings: true });
    expect(driver.multipleStatements).toBeUndefined();
  });
});
