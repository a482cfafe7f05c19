/** OAuth 2 access tokens: obtained by a grant, sent as bearer tokens (RFC 6750), renewed before they expire. */
import type { Secret } from '../../../base/secret.ts';
import type { ConsentState } from '../../http-source.ts';
import type { CallContext } from '../../source.ts';
import { createSigner } from './assertion.ts';
import type { Authenticator } from './authenticator.ts';
import type { TokenConfig } from './config.ts';
import { CredentialCache, type ObtainedCredentials } from './credential-cache.ts';
import { type AuthPorts, withHeaders } from './ports.ts';
import { createTokenRequest, type TokenAnswer, type TokenRequest } from './token-request.ts';
import { TokenRotation } from './token-rotation.ts';
import { validity } from './validity.ts';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** A refused refresh token does not lock an account, and an operator may store another one. Milliseconds. */
const refreshRefusalPause = { first: 15_000, longest: 60_000 } as const;

/** How long a stop waits for a renewal, in milliseconds. */
const refreshMs = 5_000;

type Obtain = (call: CallContext, rejected: Secret | undefined) => Promise<ObtainedCredentials<Secret>>;

function obtainBy(
  config: TokenConfig,
  ask: TokenRequest,
  ports: AuthPorts,
): { obtain: Obtain; consent?: ConsentState; close(): Promise<void> } {
  const { grant } = config;
  const { now } = ports;
  const from = async (answer: Promise<TokenAnswer>): Promise<ObtainedCredentials<Secret>> => {
    const { access, lifetimeMs } = await answer;
    return { value: access, ...validity(now(), lifetimeMs, undefined) };
  };
  const close = async (): Promise<void> => undefined;
  switch (grant.kind) {
    case 'clientCredentials':
      return { obtain: (call) => from(ask('client_credentials', {}, call)), close };
    case 'password': {
      const { user, password } = grant;
      const fields = () => ({ username: user, password: password.reveal() });
      return { obtain: (call) => from(ask('password', fields(), call)), close };
    }
    case 'jwtBearer': {
      const sign = createSigner(grant.assertion, now);
      return { obtain: async (call) => from(ask(jwtBearer, { assertion: await sign() }, call)), close };
    }
    case 'refreshToken': {
      const rotation = new TokenRotation(grant, ask, ports);
      return {
        obtain: (call, rejected) => rotation.obtain(call, rejected),
        consent: rotation,
        close: () => rotation.close(),
      };
    }
  }
}

/**
 * Adds an access token to the credentials of `inner`. Token requests do not carry those, because they go to another
 * server.
 */
export function withToken(inner: Authenticator, config: TokenConfig, ports: AuthPorts): Authenticator {
  const { now, report } = ports;
  const { obtain, consent, close } = obtainBy(config, createTokenRequest(config, ports.exchange, now), ports);
  const refusalPause = config.grant.kind === 'refreshToken' ? refreshRefusalPause : undefined;
  const credentials = new CredentialCache<Secret>({
    what: 'Getting an access token',
    obtain,
    refusalPause,
    now,
    report,
  });
  return {
    async authorize(request, call) {
      const held = await credentials.get(call);
      const { request: authorized } = await inner.authorize(request, call);
      return {
        request: withHeaders(authorized, { authorization: `Bearer ${held.value.reveal()}` }),
        session: held.session,
      };
    },
    processReply: (reply) => inner.processReply(reply, 0),
    expired: (session) => credentials.expired(session),
    consent: consent && {
      isNeeded: () => consent.isNeeded(),
      async look() {
        const wasNeeded = consent.isNeeded();
        await consent.look();
        if (wasNeeded && !consent.isNeeded()) credentials.endPause();
      },
    },
    async close() {
      // A refresh token that is being received must not be lost.
      await credentials.close(config.grant.kind === 'refreshToken' ? refreshMs : 0);
      await close();
      await inner.close();
    },
  };
}
