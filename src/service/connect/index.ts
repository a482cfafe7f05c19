/** The listener for consents. This folder is loaded only if it is configured. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Diagnostic } from '../../../engine/index.ts';
import { addressOf, listenFault } from '../server/listen.ts';

export { type ConnectableService, createConnectFlow } from './connect-flow.ts';
export { createConnectServer } from './connect-server.ts';

type Listening =
  /** `address`: base URL on this machine. */
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Begins to listen. */
export async function listenForConsents(
  server: Server,
  { host, port, isSecure }: { readonly host: string; readonly port: number; readonly isSecure: boolean },
): Promise<Listening> {
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return { ok: true, address: addressOf(server, isSecure) };
  } catch (error) {
    const flags = { host: 'connectHost', port: '--connect-port' };
    return { ok: false, diagnostic: listenFault(error, { host, port, flags }) };
  }
}
