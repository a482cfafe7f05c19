/** The shutdown of a server with connected callers. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';

import { idleConnections } from '../../../../src/service/server/graceful-shutdown.ts';

describe('connections without a request', () => {
  it('are cut, and one whose request is still answered is not', async () => {
    const server = createServer();
    const silent = idleConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port }: Pick<AddressInfo, 'port'> = JSON.parse(JSON.stringify(server.address()));
    const mute = connect(port, '127.0.0.1');
    const half = connect(port, '127.0.0.1');
    half.write('POST / HT');
    const muteEnds = once(mute, 'close');
    const halfEnds = once(half, 'close');
    for (const socket of [mute, half]) socket.on('error', () => undefined);
    const asked = request({ port, host: '127.0.0.1', agent: false });
    asked.end();
    const [, response] = await once(server, 'request');
    const closed = once(server, 'close');
    server.close();
    silent.close();
    await Promise.all([muteEnds, halfEnds]);
    response.end('whole');
    const [answer] = await once(asked, 'response');
    expect(String(Buffer.concat(await answer.toArray()))).toBe('whole');
    await closed;
  });
});
