/** One-time links with which a customer gives consent in a browser. For operators' commands, and for programs that manage services. */
import { randomBytes } from 'node:crypto';
import type { ConnectLinks } from '../state/connect-links.ts';

interface LinkRequest {
  /** The setting `connectUrl`: base URL of the listener in browsers. */
  readonly connectUrl: string;
  /** Name of the installation that gets the token. */
  readonly installation: string;
  /** Name of the source in the profile. */
  readonly source: string;
  /** Milliseconds until the link can no longer be used. */
  readonly lifetimeMs: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface CreatedLink {
  /** Contains 256 random bits. Anyone who has it can give consent: send it only to the customer. */
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly expires: string;
}

const linkBytes = 32;
/** The path of links and of the redirect URI. */
export const connectPath = '/connect';
/** The path that vendors redirect browsers to. */
export const callbackPath = `${connectPath}/callback`;

/** Creates a link and stores its digest. Whether the profile has such a source with `consent` is not checked. Rejects with `SourceError`. */
export async function createConnectLink(
  links: Pick<ConnectLinks, 'create'>,
  request: LinkRequest,
): Promise<CreatedLink> {
  const { connectUrl, installation, source, lifetimeMs, now } = request;
  const link = randomBytes(linkBytes).toString('base64url');
  const expires = now + lifetimeMs;
  await links.create(link, { installation, source, expires });
  return { url: `${connectUrl}${connectPath}/${link}`, expires: new Date(expires).toISOString() };
}

/** Whether a text has the form of the secret part of a link. */
export const isLink = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);
