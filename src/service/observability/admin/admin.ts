/** The admin listener: `/live`, `/ready`, `/metrics` and `/status`. It works from the start of the service until its end. */

import { once } from 'node:events';
import type { Diagnostic } from '../../../../engine/index.ts';
import type { Emit } from '../../events/events.ts';
import { addressOf, listenFault } from '../../server/listen.ts';
import { type AdminApi, type AdminRoutes, createAdminServer, jsonReply } from './admin-server.ts';
import type { Monitor } from './monitor.ts';
import type { Readiness } from './readiness.ts';

type AdminStarted =
  /** `address`: base URL. */
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

export interface Admin {
  listen(host: string, port: number): Promise<AdminStarted>;
  /** Serves an API beside its own paths from now on. */
  serve(api: AdminApi): void;
  close(): Promise<void>;
}

/** Creates the listener; it does not listen yet. `emit`: the log. */
export function createAdmin(monitor: Monitor, emit: Emit): Admin {
  const readyReply = (readiness: Readiness) => jsonReply(readiness.ready ? 200 : 503, readiness);
  const serviceReadiness = (name: string) => () =>
    readyReply(monitor.readiness().services.get(name) ?? { ready: false, reasons: [] });
  const routes = (): AdminRoutes => ({
    '/live': () => jsonReply(200, { live: true }),
    '/ready': () => {
      const { services, ...all } = monitor.readiness();
      const named = [...services].map(([name, { ready }]) => [name, ready]);
      return readyReply({ ...all, ...(named.length === 0 ? {} : { services: Object.fromEntries(named) }) });
    },
    ...Object.fromEntries(monitor.services().map((name) => [`/ready/${name}`, serviceReadiness(name)])),
    '/metrics': async () => {
      const registry = await monitor.metrics();
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    },
    '/status': async () => jsonReply(200, await monitor.status()),
  });
  let served: AdminApi | undefined;
  const server = createAdminServer({
    routes,
    api: () => served,
    onError: (error) => emit({ level: 'error', event: 'bug', error }),
  });

  return {
    serve(api) {
      served = api;
    },
    async listen(host, port) {
      try {
        server.listen({ host, port });
        await once(server, 'listening');
        return { ok: true, address: addressOf(server, false) };
      } catch (error) {
        return {
          ok: false,
          diagnostic: listenFault(error, { host, port, flags: { host: 'adminHost', port: '--admin-port' } }),
        };
      }
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
