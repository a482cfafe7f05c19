/** Logs that the certificate of the service has expired, or is about to. */
import { X509Certificate } from 'node:crypto';
import type { KeyPair } from '../config/tls.ts';
import type { Emit } from '../events/events.ts';

const dayMs = 86_400_000;
/** Time before its end from which a certificate is reported. */
const soonMs = 14 * dayMs;

interface CertificateDates {
  /** Looks at a new certificate now, and once a day from then on. */
  look(pair: KeyPair): void;
  stop(): void;
}

/** `now`: milliseconds since the epoch. */
export function watchCertificateDates(emit: Emit, now: () => number): CertificateDates {
  let timer: NodeJS.Timeout | undefined;

  function report({ cert }: KeyPair): void {
    const { validTo } = new X509Certificate(cert);
    const leftMs = Date.parse(validTo) - now();
    if (leftMs > soonMs) return;
    const until = new Date(validTo).toISOString();
    const message =
      leftMs > 0 ? `The certificate expires on ${until}.` : `The certificate expired on ${until}: clients refuse it.`;
    emit({ level: leftMs > 0 ? 'warn' : 'error', event: 'certificate_expires', until, message });
  }
  const stop = (): void => clearInterval(timer);
  return {
    look(pair) {
      stop();
      report(pair);
      timer = setInterval(() => report(pair), dayMs).unref();
    },
    stop,
  };
}
