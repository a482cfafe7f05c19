/** Reads the TLS certificate of a server, and judges its dates. */
import { connect } from 'node:tls';
import type { HealthCheck } from '../../base/health-check.ts';

const dayMs = 86_400_000;
/** Days before the expiry from which on it is reported. */
const warnDays = 30;

interface Validity {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Judges the dates of a certificate. `now`: milliseconds since the epoch. `fix`: how it is renewed. */
export function validityCheck({ from, until }: Validity, now: number, fix: string): HealthCheck {
  const name = 'certificate';
  const why = 'Clients refuse a certificate outside of its dates.';
  if (now < from)
    return { name, status: 'error', what: `The certificate is valid only from ${dayOf(from)} on.`, why, fix };
  if (now >= until) return { name, status: 'error', what: `The certificate expired on ${dayOf(until)}.`, why, fix };
  const days = Math.floor((until - now) / dayMs);
  const what = `valid until ${dayOf(until)} (${days} days)`;
  if (days >= warnDays) return { name, status: 'ok', what };
  return { name, status: 'warning', what: `The certificate expires on ${dayOf(until)}, in ${days} days.`, why, fix };
}

interface TlsTarget {
  readonly url: URL;
  /** PEM text of additional trusted authorities. */
  readonly ca: string | undefined;
  /** The name in the certificate, if it is not the host. */
  readonly serverName: string | undefined;
  readonly timeoutMs: number;
}

type Handshake =
  | { readonly ok: true; readonly validity: Validity; readonly untrusted: string | undefined }
  | { readonly ok: false; readonly reason: string };

function handshake({ url, ca, serverName, timeoutMs }: TlsTarget, trusted: readonly string[]): Promise<Handshake> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? 443 : Number(url.port);
  const name = serverName ?? host;
  // The certificate of a server that is not trusted is read as well. Nothing is sent to it.
  const options = { host, port, rejectUnauthorized: false, ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }) };
  return new Promise((resolve) => {
    const socket = connect(ca === undefined ? options : { ...options, ca: [...trusted, ca] });
    const end = (result: Handshake): void => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(timeoutMs, () => end({ ok: false, reason: 'no TLS handshake in time' }));
    socket.on('error', (error) => end({ ok: false, reason: error.message }));
    socket.on('secureConnect', () => {
      const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
      const validity = { from: Date.parse(from), until: Date.parse(until) };
      const error: unknown = socket.authorizationError;
      end({ ok: true, validity, untrusted: socket.authorized ? undefined : errorText(error) });
    });
  });
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Checks dates and trust of the certificate of a server. Sends no request. */
export async function certificateCheck(
  target: TlsTarget,
  now: number,
  trusted: readonly string[],
): Promise<HealthCheck> {
  const tlsResult = await handshake(target, trusted);
  const name = 'certificate';
  if (!tlsResult.ok)
    return { name, status: 'unchecked', what: `No TLS connection to ${target.url.host}: ${tlsResult.reason}.` };
  const dates = validityCheck(tlsResult.validity, now, `Renew the certificate of ${target.url.host}.`);
  if (dates.status === 'error' || tlsResult.untrusted === undefined) return dates;
  return {
    name,
    status: 'error',
    what: `The certificate of ${target.url.host} is not trusted: ${tlsResult.untrusted}.`,
    why: 'The service sends nothing to a server that it does not trust.',
    fix: 'Set `tls: { ca: <file> }` of the source to the certificate of its authority, or `serverName` to the name in the certificate.',
  };
}
