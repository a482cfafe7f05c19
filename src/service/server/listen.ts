/** The address that the service listens on, and the finding if it cannot. */

import type { Server } from 'node:http';
import type { Diagnostic } from '../../../engine/index.ts';

/** The base URL of a listening server. Wildcard addresses (0.0.0.0, ::) are kept. Throws if the server does not listen. */
export function addressOf(server: Server, secure: boolean): string {
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('invariant: the server listens on a port');
  const host = at.family === 'IPv6' ? `[${at.address}]` : at.address;
  return `${secure ? 'https' : 'http'}://${host}:${at.port}`;
}

/** Whether an address can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The settings of host and port, for hints. */
  readonly flags: { readonly host: string; readonly port: string };
}

/** The settings of the service's own address. */
export const serviceFlags = { host: '--host', port: '--port' } as const;

/** The finding about an address or port that cannot be opened. */
export function listenFault(error: unknown, address: ListenAddress): Diagnostic {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  const { host, port } = address;
  const { reason, hint } = reasonOf(code, address);
  const message = `The service cannot listen on ${host}, port ${port}: ${reason}.`;
  return { code: 'CFG502', severity: 'error', message, hint, place: undefined };
}

function reasonOf(
  code: string,
  { host, port, flags }: ListenAddress,
): { readonly reason: string; readonly hint: string } {
  switch (code) {
    case 'EADDRINUSE':
      return {
        reason: 'another program uses this port',
        hint: `Stop that program, or choose another port with ${flags.port} (0 chooses a free one).`,
      };
    case 'EACCES':
      return { reason: `this user has no permission for port ${port}`, hint: 'Choose a port of 1024 or higher.' };
    case 'EADDRNOTAVAIL':
      return {
        reason: 'this machine does not have this address',
        hint: `Choose one of its addresses with ${flags.host}.`,
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { reason: `the name ${host} cannot be resolved`, hint: `Correct ${flags.host}.` };
    default:
      return { reason: `the operating system refuses it (${code})`, hint: `Check ${flags.host} and ${flags.port}.` };
  }
}
