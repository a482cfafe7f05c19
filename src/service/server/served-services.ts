/** The services of a process, which come and go while others answer requests. */
import type { IncomingMessage } from 'node:http';
import type { AppService } from './app-service.ts';
import { createServiceRouter, type ServiceRouter } from './service-router.ts';

export interface ServedServices {
  list(): readonly AppService[];
  /** Whether an address without a service has none: all of them have been read. */
  readonly isComplete: () => boolean;
  /** Finds the service of a request; undefined if there is none. */
  readonly route: ServiceRouter<AppService>;
  /** Replaces all of them: requests that begin from now on go to these. */
  replace(services: readonly AppService[]): void;
}

/** The services have different routes. */
export function createServedServices(
  first: readonly AppService[],
  isComplete: () => boolean = () => true,
): ServedServices {
  let services = first;
  /** Made by the first request after a change: thousands of services are added one after the other. */
  let router: ServiceRouter<AppService> | undefined;
  return {
    list: () => services,
    isComplete,
    route(request: IncomingMessage) {
      router ??= createServiceRouter(services);
      return router(request);
    },
    replace(next) {
      services = next;
      router = undefined;
    },
  };
}
