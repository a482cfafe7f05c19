import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { refused } from '../replies.ts';
import { exchange, type WireReply, wirePath } from '../wire.ts';

/** Requests that the HTTP server itself refuses, before any application sees them. */
export function wireErrors(bench: () => Bench): void {
  const host = () => `Host: ${new URL(bench().target.baseUrl).host}`;
  const key = () => `Authorization: Bearer ${bench().target.orderingKey}`;
  const health = (version = 'HTTP/1.1') => `POST ${wirePath(bench().target.baseUrl, '/health')} ${version}`;
  const json = 'Content-Type: application/json';

  async function raw(lines: readonly string[], body = ''): Promise<WireReply> {
    const reply = await exchange(bench().target.baseUrl, [`${lines.join('\r\n')}\r\n\r\n${body}`]);
    expect(reply.status, 'the server hung up without a reply').not.toBe(0);
    expect(reply.headers.get('content-type'), 'content type').toMatch(/^application\/json\b/i);
    return reply;
  }

  // Where a request cannot be read as HTTP, neither can its token: 401 is as right as the fault itself.
  const codes = ['BAD_REQUEST', 'UNAUTHORIZED'] as const;

  describe('errors of the HTTP server', { timeout: 60_000 }, () => {
    it('[decisions: Order, every error body] a malformed request line gets the contract error body', async () => {
      refused(await raw(['THIS IS NOT HTTP']), [400, 401], codes);
    });

    it('[decisions: Order, every error body] an unheard-of method gets the contract error body', async () => {
      const path = wirePath(bench().target.baseUrl, '/health');
      refused(await raw([`FROBNICATE ${path} HTTP/1.1`, host(), key()]), [400, 401, 405, 501], codes);
    });

    it('[decisions: Order, every error body] headers that overflow get the contract error body', async () => {
      const reply = await raw([health(), host(), key(), json, `X-Padding: ${'x'.repeat(200_000)}`]);
      refused(reply, [400, 401, 413, 431], codes);
    });

    it('[decisions: Order, every error body] bad percent-encoding in the path gets the contract error body', async () => {
      const { baseUrl } = bench().target;
      for (const path of ['/%', '/health%zz', '/%E0%A4%A', '/%c0%ae']) {
        const line = `POST ${wirePath(baseUrl, path)} HTTP/1.1`;
        const lines = [line, host(), key(), json, 'Content-Length: 2', 'Connection: close'];
        refused(await raw(lines, '{}'), [400, 404], 'BAD_REQUEST');
        const stranger = [line, host(), json, 'Content-Length: 2', 'Connection: close'];
        refused(await raw(stranger, '{}'), 401, 'UNAUTHORIZED');
      }
    });

    it('[decisions: Order, every error body] a request without Host gets the contract error body', async () => {
      // A server that asks for no Host goes on to the body, which lacks its schemaVersion.
      const lines = [health(), key(), json, 'Content-Length: 2', 'Connection: close'];
      refused(await raw(lines, '{}'), [400, 401, 422], [...codes, 'VALIDATION_FAILED']);
    });

    it('[decisions: Order, every error body] a length that is no number gets the contract error body', async () => {
      refused(await raw([health(), host(), key(), json, 'Content-Length: two'], '{}'), [400, 401], codes);
    });

    it('[decisions: Order, every error body] two ways to tell the length get the contract error body', async () => {
      const lines = [health(), host(), key(), json, 'Content-Length: 2', 'Transfer-Encoding: chunked'];
      refused(await raw(lines, '0\r\n\r\n'), [400, 401], codes);
    });

    it('[decisions: Order, every error body] a broken chunk of a body gets the contract error body', async () => {
      const lines = [health(), host(), key(), json, 'Transfer-Encoding: chunked'];
      refused(await raw(lines, 'zz\r\n{}\r\n0\r\n\r\n'), [400, 401], codes);
    });

    it('[decisions: Order, every error body] an expectation that cannot be met gets the contract error body', async () => {
      const lines = [health(), host(), key(), json, 'Expect: 200-maybe', 'Content-Length: 2', 'Connection: close'];
      refused(await raw(lines, '{}'), [400, 401, 417, 422], [...codes, 'VALIDATION_FAILED']);
    });

    it('[decisions: Order 1] an expectation that cannot be met is still 401 without a token', async () => {
      const lines = [health(), host(), json, 'Expect: 200-maybe', 'Content-Length: 2', 'Connection: close'];
      refused(await raw(lines, '{}'), 401, 'UNAUTHORIZED');
    });
  });
}
