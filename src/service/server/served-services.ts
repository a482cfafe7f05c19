/** The services of a process, which come and go while others answer requests. */
import type { IncomingMessage } from 'node:http';
import type { AppService } from './app-service.ts';
import { createServiceRouter, type ServiceRouter } from './service-router.ts';

export interface ServedServices {
  list(): readonly AppService[];
  /** Finds the service of a request; undefined if there is none. */
  readonly route: ServiceRouter<AppService>;
  /** Replaces all of them: requests that begin from now on go to these. */
  replace(services: readonly AppService[]): void;
}

/** The services have different routes. */
export function createServedServices(first: readonly AppService[]): ServedServices {
  let services = first;
  let route = createServiceRouter(services);
  return {
    list: () => services,
    route: (request: IncomingMessage) => route(request),
    replace(next) {
      services = next;
      route = createServiceRouter(services);
    },
  };
}
