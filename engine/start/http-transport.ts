/** What a profile says of how requests travel becomes what an HTTP source is opened with. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { milliseconds } from '../base/duration.ts';
import { Secret } from '../base/secret.ts';
import type { TransportSpec } from '../profile/schema/transport.ts';
import type { HttpLimits, HttpSourceConfig, HttpTls } from '../sources/http/config.ts';
import type { RateLimit } from '../sources/http/rates/rate-store.ts';
import { SourceError } from '../sources/source.ts';

export interface TransportContext {
  /** Fills settings into a text of the profile. */
  readonly fill: (text: string) => string;
  /** Absolute; relative files count from it. */
  readonly folder: string;
}

/** The text itself, or what is in the file that it names. Throws `SourceError` where that cannot be read. */
function pemOf(text: string, { fill, folder }: TransportContext): string {
  const given = fill(text);
  if (given.includes('-----BEGIN ')) return given;
  try {
    return readFileSync(resolve(folder, given), 'utf8');
  } catch {
    // Not named in the message: what was meant as a key may stand there.
    throw new SourceError('unreachable', 'A file that `tls` names cannot be read.', {
      cure: 'Give PEM text, or a file that this service may read; a relative path counts from the folder of the profile.',
    });
  }
}

function tlsOf(spec: NonNullable<TransportSpec['tls']>, context: TransportContext): HttpTls {
  const pem = (text: string | undefined) => (text === undefined ? undefined : pemOf(text, context));
  const { ca, certificate, key, passphrase, serverName } = spec;
  const keyText = pem(key);
  return {
    ca: pem(ca),
    certificate: pem(certificate),
    key: keyText === undefined ? undefined : new Secret(keyText),
    passphrase: passphrase === undefined ? undefined : new Secret(context.fill(passphrase)),
    serverName: serverName === undefined ? undefined : context.fill(serverName),
  };
}

/** `60/1m`, as the grammar has checked it. */
function rateOf(text: string): RateLimit {
  const [count = '', window = ''] = text.split('/');
  return { count: Number(count), windowMs: milliseconds(window) };
}

/** `512KiB` or `32MiB` in bytes, as the grammar has checked it. */
const bytes = (text: string): number => Number.parseInt(text, 10) * (text.endsWith('KiB') ? 1_024 : 1_024 * 1_024);

function limitsOf({
  concurrent,
  rate,
  wait,
  timeout,
  connect,
  answer,
}: NonNullable<TransportSpec['limits']>): HttpLimits {
  const span = (text: string | undefined) => (text === undefined ? undefined : milliseconds(text));
  const rates = typeof rate === 'string' ? [rate] : rate;
  return {
    concurrent,
    rate: rates?.map(rateOf),
    waitMs: span(wait),
    timeoutMs: span(timeout),
    connectMs: span(connect),
    answerBytes: answer === undefined ? undefined : bytes(answer),
  };
}

/** The part of a source's configuration that is about the way. Throws `SourceError` where a file of `tls` cannot be read. */
export function transportOf(
  { tls, proxy, limits, retry }: TransportSpec,
  context: TransportContext,
): Pick<HttpSourceConfig, 'tls' | 'proxy' | 'limits' | 'retry'> {
  return {
    tls: tls === undefined ? undefined : tlsOf(tls, context),
    proxy: proxy === undefined ? undefined : new Secret(context.fill(proxy)),
    limits: limits === undefined ? undefined : limitsOf(limits),
    retry,
  };
}
