/** Requests the description of a service from the service: one GET, with the token of the profile if there is one. */

import type { Host } from '../../service/lifecycle/host.ts';
import type { ServiceKind } from '../../workbench/init/from-service.ts';
import { ReadFault } from './read-fault.ts';

/** Time limit, in milliseconds: large services describe thousands of entity sets. */
const timeoutMs = 60_000;
/** The largest answer, in bytes. */
const largest = 100_000_000;

interface Wanted {
  readonly kind: ServiceKind;
  /** Name of the profile: its token is in <NAME>_API_TOKEN. */
  readonly name: string;
  readonly url: string;
}

/** Returns the text. Throws `ReadFault` with the reason if the service does not give it. Redirects are not followed. */
export async function fetchDescription({ env }: Host, { kind, name, url }: Wanted): Promise<string> {
  const variable = `${name.replaceAll('-', '_').toUpperCase()}_API_TOKEN`;
  const token = env[variable];
  const address = kind === 'odata' ? `${url.replace(/\/+$/, '')}/$metadata` : url;
  const accept = kind === 'odata' ? 'application/xml' : 'application/json, application/yaml;q=0.9';
  const fail = (why: string): never => {
    throw new ReadFault(
      `${address} cannot be read: ${why}. Save it as a file with the login of the service, and pass it with --file.`,
    );
  };
  if (!/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''))
    return fail('it is no URL of a service');
  try {
    const headers = { accept, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    const answer = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (answer.status !== 200) {
      const login = token === undefined ? `; ${variable} has no token` : '';
      return fail(`it answers ${answer.status}${answer.status === 401 || answer.status === 403 ? login : ''}`);
    }
    const text = await answer.text();
    return text.length > largest ? fail('it is too large') : text;
  } catch (error) {
    if (error instanceof ReadFault) throw error;
    return fail(error instanceof Error ? reasonOf(error) : 'the connection failed');
  }
}

/** `fetch` keeps the reason of a failed connection in the cause. */
const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);
