/** Constant credentials: user and password, a bearer token, keys in headers and query parameters. */
import { basicCredentials } from '../../../base/basic-credentials.ts';
import type { HttpRequest } from '../../http-source.ts';
import type { Authenticator } from './authenticator.ts';
import type { AuthConfig } from './config.ts';
import { withHeaders, withQuery } from './ports.ts';

/** Adds them to the credentials of `inner`. */
export function withFixed(inner: Authenticator, { basic, bearer, keys }: AuthConfig): Authenticator {
  const headerKeys = keys.filter(({ place }) => place === 'header');
  const queryKeys = keys.filter(({ place }) => place === 'query');
  const dress = (request: HttpRequest): HttpRequest => {
    const headers = Object.fromEntries(headerKeys.map(({ name, value }) => [name.toLowerCase(), value.reveal()]));
    if (basic !== undefined) headers.authorization = basicCredentials(basic.user, basic.password.reveal());
    if (bearer !== undefined) headers.authorization = `Bearer ${bearer.reveal()}`;
    return queryKeys.reduce(
      (dressed, { name, value }) => withQuery(dressed, name, value.reveal()),
      withHeaders(request, headers),
    );
  };
  return {
    ...inner,
    async authorize(request, call) {
      const { request: authorized, session } = await inner.authorize(request, call);
      return { request: dress(authorized), session };
    },
  };
}
