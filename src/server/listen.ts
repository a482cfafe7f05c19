/** Where the service listens, and why it cannot. */
import type { Server } from 'node:http';

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';

/** The base address of a listening server; an address that means "all" is written as it was given. */
export function addressOf(server: Server, secure: boolean): string {
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the server does not listen on a port');
  const host = at.family === 'IPv6' ? `[${at.address}]` : at.address;
  return `${secure ? 'https' : 'http'}://${host}:${at.port}`;
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The finding for a port or address that could not be opened. */
export function listenFault(error: unknown, host: string, port: number): Diagnostic {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  const { why, hint } = reasonOf(code, host, port);
  const message = `The service cannot listen on ${host}, port ${port}: ${why}.`;
  return { code: 'CFG502', severity: 'error', message, hint, place: undefined };
}

function reasonOf(code: string, host: string, port: number): { readonly why: string; readonly hint: string } {
  switch (code) {
    case 'EADDRINUSE':
      return {
        why: 'another program uses this port',
        hint: 'Stop that program, or choose another port with --port (0 is any free one).',
      };
    case 'EACCES':
      return { why: `this user may not use port ${port}`, hint: 'Choose a port from 1024 on.' };
    case 'EADDRNOTAVAIL':
      return { why: 'this machine does not have this address', hint: 'Choose one of its addresses with --host.' };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { why: `the name ${host} is not known`, hint: 'Correct --host.' };
    default:
      return { why: `the operating system refuses it (${code})`, hint: 'Check --host and --port.' };
  }
}
