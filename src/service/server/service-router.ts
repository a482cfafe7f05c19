/** Finds the service that a request is for: by the name of the host, or by the prefix of the path. */
import type { IncomingMessage } from 'node:http';
import { hostnameOf, type ServiceRoute } from '../config/service-route.ts';
import { countHeader } from './headers.ts';

interface Routed<S> {
  readonly service: S;
  /** The target of the request without the prefix of the service: `/invoices/list`. */
  readonly url: string;
}

/** Undefined for a request that is for none of the services. */
export type ServiceRouter<S> = (request: IncomingMessage) => Routed<S> | undefined;

/** The services have different routes; one of the kind `any` is the only one. A host name takes precedence over a path. */
export function createServiceRouter<S extends { readonly route: ServiceRoute }>(
  services: readonly S[],
): ServiceRouter<S> {
  const byHostname = new Map<string, S>();
  const byPath = new Map<string, S>();
  for (const service of services) {
    const { route } = service;
    if (route.kind === 'any') return ({ url = '/' }) => ({ service, url });
    if (route.kind === 'hostname') byHostname.set(route.hostname, service);
    else byPath.set(route.path, service);
  }
  const depths = [...new Set([...byPath.keys()].map((path) => path.split('/').length - 1))];

  return (request) => {
    const { url = '/' } = request;
    const named = byHostname.size === 0 ? undefined : byHostname.get(requestedHost(request) ?? '');
    if (named !== undefined) return { service: named, url };
    const target = url.replace(origin, '');
    for (const depth of depths) {
      const end = prefixEnd(target, depth);
      const service = byPath.get(decodePlain(target.slice(0, end)));
      if (service !== undefined) return { service, url: absolutePath(target.slice(end)) };
    }
    return undefined;
  };
}

const origin = /^https?:\/\/[^/?#]*/i;

/**
 * The host name that a request is sent to, in lower case without port. A target in absolute form takes precedence over the Host header (RFC 9112,
 * 3.2.2). Undefined if there is none, or if there are several headers, of which a proxy could have read another one.
 */
function requestedHost(request: IncomingMessage): string | undefined {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(request.url ?? '')?.[1];
  if (countHeader(request, 'host') > 1) return undefined;
  return hostnameOf((authority ?? request.headers.host ?? '').replace(/:\d*$/, ''));
}

/** The index after the first `depth` segments of a path. */
function prefixEnd(target: string, depth: number): number {
  let segments = 0;
  for (let index = 1; index < target.length; index += 1) {
    const character = target[index];
    if (character === '?' || character === '#') return index;
    if (character !== '/') continue;
    segments += 1;
    if (segments === depth) return index;
  }
  return target.length;
}

/** Percent-encoded unreserved characters mean the same as the characters themselves (RFC 3986, 6.2.2.2). All others stay. */
function decodePlain(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%([0-9a-f]{2})/gi, (encoded, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded;
  });
}

const absolutePath = (rest: string): string => (rest.startsWith('/') ? rest : `/${rest}`);
