/** The bytes of an answer: exact numbers, compressed and encoded texts, and answers that differ from their declaration. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ExactNumber } from '../../../../engine/base/exact-number.ts';
import { closeAll, failureOf, get, httpDouble, ok, open, post, within } from './double.ts';

afterEach(closeAll);

async function answered(bytes: Uint8Array | string, headers: Record<string, string>, ask: Record<string, string> = {}) {
  const erp = await httpDouble((_seen, response) => response.writeHead(200, headers).end(bytes));
  const source = open({ url: erp.url, limits: { answerBytes: 1_000_000 } });
  const { reply } = await source.send(get('/x', ask), ok, within(60_000));
  return { reply, seen: erp.seen };
}
const jsonType = { 'content-type': 'application/json; charset=utf-8' };

describe('JSON', () => {
  it('keeps the digits that a double would lose, at every depth', async () => {
    const text = '{"a":12345678901234567890.12,"b":[0.1,{"c":9007199254740993}],"d":1.10,"e":"1.10"}';
    const { reply } = await answered(text, jsonType);
    expect(reply.body).toEqual({
      a: new ExactNumber('12345678901234567890.12'),
      b: [0.1, { c: new ExactNumber('9007199254740993') }],
      d: 1.1,
      e: '1.10',
    });
    expect(reply.malformed).toBeUndefined();
  });

  it.each([
    'application/json',
    'text/json',
    'application/vnd.erp+json;odata.metadata=minimal',
    'application/problem+json',
  ])('is what %s says', async (type) => {
    expect((await answered('{"a":1}', { 'content-type': type })).reply.body).toEqual({ a: 1 });
  });

  it.each([['text/plain'], ['text/html; charset=utf-8'], ['']])(
    'that comes as %j is JSON all the same',
    async (type) => {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      const { reply } = await answered(' [{"a":1}]', headers);
      expect(reply.body).toEqual([{ a: 1 }]);
      expect(reply.malformed).toBeUndefined();
    },
  );

  it('that is cut off is malformed, and the reason holds nothing of it', async () => {
    const { reply } = await answered('{"secret":"abc', jsonType);
    expect(reply.malformed).toContain('14 bytes');
    expect(reply.malformed).not.toMatch(/secret|abc/);
  });

  it('that was asked for and is a page of HTML is malformed', async () => {
    const { reply } = await answered('<html>Log in</html>', { 'content-type': 'text/html' });
    expect(reply.body).toBe('<html>Log in</html>');
    expect(reply.malformed).toBe('The answer is text/html, and JSON was asked for');
  });

  it('and XML are fine where both were asked for', async () => {
    const { reply } = await answered(
      '<a/>',
      { 'content-type': 'application/xml' },
      { accept: 'application/xml, application/json' },
    );
    expect(reply).toMatchObject({ body: '<a/>' });
    expect(reply.malformed).toBeUndefined();
  });

  it('without a byte is no body', async () => {
    const { reply } = await answered('', jsonType);
    expect(reply.body).toBeUndefined();
    expect(reply.malformed).toBeUndefined();
  });
});

describe('text', () => {
  const xml = { accept: 'application/xml' };
  it.each([
    [
      'the header',
      'application/xml; charset=windows-1252',
      Buffer.from([0x3c, 0x61, 0x3e, 0x80, 0xe4, 0x3c, 0x2f, 0x61, 0x3e]),
    ],
    [
      'the header, in quotes',
      'text/xml;charset="ISO-8859-15"',
      Buffer.from([0x3c, 0x61, 0x3e, 0xa4, 0xe4, 0x3c, 0x2f, 0x61, 0x3e]),
    ],
    ['a byte order mark', 'application/xml', Buffer.from('\ufeff<a>€ä</a>', 'utf16le')],
    ['nothing', 'application/xml', Buffer.from('<a>€ä</a>')],
  ])('is decoded by %s', async (_by, type, bytes) => {
    expect((await answered(bytes, { 'content-type': type }, xml)).reply.body).toBe('<a>€ä</a>');
  });

  it('is decoded by what an XML document says of itself', async () => {
    const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>', 'latin1');
    expect((await answered(bytes, { 'content-type': 'text/xml' }, xml)).reply.body).toContain('<a>ä</a>');
  });

  it.each([
    ['application/json', Buffer.from([0x22, 0xe4, 0x22])],
    ['application/json; charset=klingon', Buffer.from('"a"')],
    ['application/pdf', Buffer.from([0x25, 0x50, 0xff, 0xfe])],
  ])('of %s that is none in its character set is malformed, and never guessed', async (type, bytes) => {
    const { reply } = await answered(bytes, { 'content-type': type });
    expect(reply.body).toBeUndefined();
    expect(reply.malformed).toContain('is no text in');
  });
});

describe('a packed answer', () => {
  const text = JSON.stringify({ a: 'ä'.repeat(10_000) });
  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ])('%s is unpacked', async (encoding, bytes) => {
    const { reply, seen } = await answered(bytes, { ...jsonType, 'content-encoding': encoding });
    expect(JSON.stringify(reply.body)).toBe(text);
    expect(seen[0]?.headers['accept-encoding']).toBe('gzip, deflate, br');
  });

  it('that is cut off, or of another kind than it says, is malformed', async () => {
    const cut = await answered(gzipSync(text).subarray(0, 40), { ...jsonType, 'content-encoding': 'gzip' });
    expect(cut.reply.malformed).toContain('cannot be unpacked');
    expect(cut.reply.body).toBeUndefined();
    const foreign = await answered('abc', { ...jsonType, 'content-encoding': 'zstd' });
    expect(foreign.reply.malformed).toContain('was not asked for');
  });
});

describe('an answer with another content than it announces', () => {
  const announced = { ...jsonType, 'content-encoding': 'gzip' };

  it('keeps its legible beginning: PHP prints an SQL error, and then the packed answer', async () => {
    const page = "Dolibarr has detected a technical error.<br>\nIncorrect string value for column 'désignation'<br>\n";
    const { reply } = await answered(Buffer.concat([Buffer.from(page), gzipSync('{"error":500}')]), announced);
    expect(reply.body).toBe(page);
    expect(reply.malformed).toBe('The answer says that it is packed with gzip, and cannot be unpacked as that');
  });

  it('is not announced if the request refuses packed answers', async () => {
    const { reply, seen } = await answered('{"a":1}', jsonType, { 'accept-encoding': 'identity' });
    expect(reply.body).toEqual({ a: 1 });
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
  });
});

describe('an answer that is too large', () => {
  it('ends the request while it comes', async () => {
    const erp = await httpDouble((_seen, response) => {
      response.writeHead(200, jsonType);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const source = open({ url: erp.url, limits: { answerBytes: 200_000 } });
    const error = await failureOf(source.send(get('/x'), ok, within(60_000)));
    expect(error).toMatchObject({ kind: 'broken', effect: 'none' });
    expect(error.message).toContain('larger than 200000 bytes');
    expect(erp.seen).toHaveLength(1);
  });

  it.each([['read'], ['write']] as const)('when it is unpacked is refused: a %s', async (effect) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const erp = await httpDouble((_seen, response) =>
      response.writeHead(200, { ...jsonType, 'content-encoding': 'gzip' }).end(bomb),
    );
    const source = open({ url: erp.url, limits: { answerBytes: 1_000_000 } });
    const error = await failureOf(source.send(post('/x', effect), ok, within(60_000)));
    expect(error).toMatchObject({ kind: 'broken', effect: effect === 'read' ? 'none' : 'unknown' });
    expect(erp.seen).toHaveLength(1);
  });
});

describe('headers of an answer', () => {
  it('have small letters, and several of a name are joined; cookies are left out', async () => {
    const erp = await httpDouble((_seen, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('X-Note', ['a', 'b']);
      response.setHeader('Set-Cookie', ['s=secret; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 't=2']);
      response.end('{}');
    });
    const { reply } = await open({ url: `${erp.url}/api` }).send(get('/x?a=1'), ok, within(60_000));
    expect(reply.headers).toMatchObject({ 'content-type': 'application/json', 'x-note': 'a, b' });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(reply.url).toBe(`${erp.url}/api/x?a=1`);
  });
});

describe('an answer that is announced', () => {
  it('by early hints is the one that follows them', async () => {
    const erp = await httpDouble((_seen, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(201, jsonType).end('{"id":7}');
    });
    const { reply } = await open({ url: erp.url }).send(post('/x'), ok, within(60_000));
    expect(reply).toMatchObject({ status: 201, body: { id: 7 } });
  });
});
