/** OAuth 1.0a against published examples, and against a double that computes the signature independently. */
import { afterEach, describe, expect, it } from 'vitest';
import { oauth1Header, parametersOf, signature, signatureBase } from '../../../../../engine/sources/http/auth/index.ts';
import { bench, type Double, double, exchange, secret } from './double.ts';
import { verified } from './oauth1-verified.ts';

describe('the base string', () => {
  it('is that of RFC 5849, section 3.4.1.1', () => {
    const url = new URL('http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b');
    const header = [
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
    ] as const;
    const base = signatureBase('post', url, [...parametersOf(url.search), ...parametersOf('c2&a3=2+q'), ...header]);
    expect(base).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  it('keeps a port that is not the one of the scheme', () => {
    expect(signatureBase('GET', new URL('https://erp:8443/a'), [])).toBe('GET&https%3A%2F%2Ferp%3A8443%2Fa&');
  });
});

describe('the signature', () => {
  it('is that of RFC 5849, section 1.2', () => {
    const url = new URL('http://photos.example.net/photos?file=vacation.jpg&size=original');
    const header = [
      ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
      ['oauth_token', 'nnch734d00sl2jdk'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131202'],
      ['oauth_nonce', 'chapoH'],
    ] as const;
    const base = signatureBase('GET', url, [...parametersOf(url.search), ...header]);
    const secrets = { consumer: 'kd94hf93k423kf44', token: 'pfkkdhi9sl3r4s00' };
    expect(signature('HMAC-SHA1', base, secrets)).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });

  // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1534941088.html
  it.each([
    ['123456', '%2BKK4SKNgz4ZiILGLwOMtfYlgcXSy1eis8ldE9X90azQ%3D'],
    ['1234567', 'i7MEtGwhCTIZbTsTrNGw9LdcERn4wsjt5C7TxmKWIfU%3D'],
  ])("is that of NetSuite's example for the account %s", (account, expected) => {
    const target = `https://${account}.restlets.api.netsuite.com/app/site/hosting/restlet.nl?script=6&deploy=1&customParam=someValue&testParam=someOtherValue`;
    const config = {
      method: 'HMAC-SHA256',
      consumerKey: 'ef40afdd8abaac111b13825dd5e5e2ddddb44f86d5a0dd6dcf38c20aae6b67e4',
      consumerSecret: secret('d26ad321a4b2f23b0741c8d38392ce01c3e23e109df6c96eac6d099e9ab9e8b5'),
      token: '2b0ce516420110bcbd36b69e99196d1b7f6de3c6234c5afb799b73d87569f5cc',
      tokenSecret: secret('c29a677df7d5439a458c063654187e3d678d73aca8e3c9d8bea1478a3eb0d295'),
      realm: account,
    } as const;
    const request = { method: 'POST', target, headers: {}, effect: 'write' } as const;
    const header = oauth1Header(request, config, { nonce: 'fjaLirsIcCGVZWzBX0pg', timestamp: 1508242306 });
    expect(header).toContain(`oauth_signature="${expected}"`);
    expect(header.startsWith(`OAuth realm="${account}", oauth_consumer_key=`)).toBe(true);
  });
});

describe('requests', () => {
  let erp: Double;
  afterEach(() => erp.close());

  it('are signed with all added query parameters, each with a new nonce', async () => {
    erp = await double(() => ({ json: {} }));
    const oauth1 = {
      method: 'HMAC-SHA256',
      consumerKey: 'c',
      consumerSecret: secret('c&s'),
      token: 't',
      tokenSecret: secret("t's"),
      realm: '1234567_SB1',
    } as const;
    const { auth } = bench(erp.url, { oauth1, keys: [{ place: 'query', name: 'key', value: secret('a b&c') }] });
    const call = { deadline: Date.now() + 60_000 };
    const form = { type: 'application/x-www-form-urlencoded', text: 'q=a+b%26&r=%C3%A9' };
    const target = `${erp.url}/services/rest?limit=2&q=O'Brien%20(x)*`;
    for (const body of [form, { type: 'application/json', text: '{"a":1}' }, undefined]) {
      const authorized = await auth.authorize({ method: 'POST', target, headers: {}, body, effect: 'write' }, call);
      await exchange(authorized.request, call);
    }
    expect(erp.seen.map((request) => verified(request, erp.url, 'c%26s&t%27s'))).toEqual([true, true, true]);
    expect(erp.seen[0]?.target).toContain('key=a%20b%26c');
    const nonces = erp.seen.map(({ headers }) => /oauth_nonce="(\w+)"/.exec(headers.authorization ?? '')?.[1]);
    expect(new Set(nonces).size).toBe(3);
  });
});
