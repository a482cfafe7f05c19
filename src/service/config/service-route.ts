/** Where callers reach a service: a prefix of the path, or the name of a host. */

export type ServiceRoute =
  /** All requests: the only service of the process. */
  | { readonly kind: 'any' }
  /** `/acme`, without a slash at its end. */
  | { readonly kind: 'path'; readonly path: string }
  /** In lower case, without a port. */
  | { readonly kind: 'hostname'; readonly hostname: string };

/** Unreserved characters of RFC 3986 only: they have one spelling each, so that a proxy cannot change the path. */
const segments = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/** `/acme` of `/acme` or `/acme/`; undefined for a text that is no path of plain segments. */
export function pathPrefix(text: string): string | undefined {
  const path = text.replace(/\/$/, '');
  const isPlain = segments.test(path) && path.split('/').every((segment) => segment !== '.' && segment !== '..');
  return isPlain ? path : undefined;
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const hostnames = new RegExp(`^${label}(?:\\.${label})*$`);

/** A host name in lower case, without a dot at its end; undefined for a text that is none, such as one with a port. */
export function hostnameOf(text: string): string | undefined {
  const hostname = text.toLowerCase().replace(/\.$/, '');
  return hostname.length <= 253 && hostnames.test(hostname) ? hostname : undefined;
}

/** `/acme` or `acme.example.com`; empty for the only service. */
export function routeText(route: ServiceRoute): string {
  switch (route.kind) {
    case 'any':
      return '';
    case 'path':
      return route.path;
    case 'hostname':
      return route.hostname;
  }
}

/** Whether requests could belong to both: the same place, or a path inside the other one. */
export function overlap(a: ServiceRoute, b: ServiceRoute): boolean {
  if (a.kind === 'path' && b.kind === 'path')
    return `${a.path}/`.startsWith(`${b.path}/`) || `${b.path}/`.startsWith(`${a.path}/`);
  return a.kind === 'hostname' && b.kind === 'hostname' && a.hostname === b.hostname;
}
