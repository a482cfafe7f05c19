import { describe, expect, it } from 'vitest';
import { type Bench, bearer } from '../bench.ts';
import { endpoints, everyEndpoint } from '../endpoints.ts';
import { accepted, refused } from '../replies.ts';
import { exchange, wirePath } from '../wire.ts';

const BODY = '{"schemaVersion":"1"}';
const MIB = 1024 * 1024;
const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Paths, methods, content types and sizes. */
export function protocol(bench: () => Bench): void {
  const key = () => bearer(bench().target.orderingKey);
  /** A health body of exactly `size` bytes, padded inside an unknown field. */
  const sized = (size: number): string => {
    const frame = '{"schemaVersion":"1","padding":""}';
    return frame.replace('""', `"${'x'.repeat(size - frame.length)}"`);
  };

  async function oversized(headers: readonly string[], body: readonly string[]): Promise<void> {
    const { baseUrl, orderingKey } = bench().target;
    const head = [
      `POST ${wirePath(baseUrl, '/health')} HTTP/1.1`,
      `Host: ${new URL(baseUrl).host}`,
      `Authorization: Bearer ${orderingKey}`,
      'Content-Type: application/json',
      ...headers,
    ];
    refused(await exchange(baseUrl, [`${head.join('\r\n')}\r\n\r\n`, ...body]), 413, 'BAD_REQUEST');
  }

  describe('protocol', { timeout: 60_000 }, () => {
    for (const path of ['/', '/no/such/path', '/health/more', '/catalog', '/catalog/customers', '/__proto__']) {
      it(`[decisions: Order 2] an unknown path is 404 BAD_REQUEST: ${path}`, async () => {
        const { client } = bench();
        for (const method of ['POST', 'GET', 'DELETE']) {
          const headers = { 'content-type': 'application/json', ...key() };
          refused(await client.send({ path, method, headers, body: BODY }), 404, 'BAD_REQUEST');
        }
      });
    }

    for (const { path } of everyEndpoint) {
      it(`[contract 4.1] [decisions: Order 2] any method but POST is 405 BAD_REQUEST with Allow: POST on ${path}`, async () => {
        const { client } = bench();
        for (const method of OTHER_METHODS) {
          const reply = await client.send({ path, method, headers: key() });
          refused(reply, 405, 'BAD_REQUEST');
          expect(reply.headers.allow, `Allow after ${method}`).toBe('POST');
        }
        const head = await client.send({ path, method: 'HEAD', headers: key() });
        expect([head.status, head.headers.allow, head.text]).toEqual([405, 'POST', '']);
      });
    }

    for (const endpoint of everyEndpoint) {
      it(`[decisions: Order 2] a content type other than application/json is 415 BAD_REQUEST on ${endpoint.path}`, async () => {
        const { post } = bench();
        const types = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'text/json'];
        for (const type of [
          ...types,
          'application/jsonp',
          'application/json-seq',
          'json',
          'multipart/form-data; boundary=x',
        ]) {
          refused(await post(endpoint, BODY, { 'content-type': type }), 415, 'BAD_REQUEST');
        }
        const bare = await bench().client.send({
          path: endpoint.path,
          headers: bearer(endpoint.app === 'receivables' ? bench().target.receivablesKey : bench().target.orderingKey),
          body: BODY,
        });
        refused(bare, 415, 'BAD_REQUEST');
      });
    }

    it('[decisions: Order 2] application/json may carry parameters, and is matched in any case', async () => {
      const { post } = bench();
      for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON']) {
        accepted(endpoints.health, await post(endpoints.health, BODY, { 'content-type': type }));
      }
    });

    it('[decisions: Order 2] a body of just the limit is taken', async () => {
      const limit = bench().target.bodyLimit ?? MIB;
      accepted(endpoints.health, await bench().post(endpoints.health, sized(limit)));
    });

    it('[decisions: Order 2] a body over the limit is 413 BAD_REQUEST, whether its length is told or not', async () => {
      const size = (bench().target.bodyLimit ?? MIB) + 1;
      const body = sized(size);
      await oversized([`Content-Length: ${size}`], [body.slice(0, 1000), body.slice(1000)]);
      const chunks = [`${size.toString(16)}\r\n${body}`, '\r\n0\r\n\r\n'];
      await oversized(['Transfer-Encoding: chunked'], chunks);
    });

    it('[decisions: Order 2] a body over the limit is 413 before its JSON is looked at', async () => {
      const size = (bench().target.bodyLimit ?? MIB) + 1;
      await oversized([`Content-Length: ${size}`], ['{'.repeat(size)]);
    });
  });
}
