/** Translates the transport settings of a profile into the configuration of an HTTP source. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { milliseconds } from '../base/duration.ts';
import { Secret } from '../base/secret.ts';
import type { TransportSpec } from '../profile/schema/transport.ts';
import type { HttpLimits, HttpSourceConfig, HttpTls } from '../sources/http/config.ts';
import type { RateLimit } from '../sources/http/rates/rate-store.ts';
import { SourceError } from '../sources/source.ts';

export interface TransportContext {
  /** Inserts settings into a text of the profile. */
  readonly fill: (text: string) => string;
  /** Folder of the profile, absolute: relative file names start there. */
  readonly folder: string;
}

/**
 * The text if it is PEM, otherwise the content of the file that it names. Throws `SourceError` if the file cannot be
 * read.
 */
function pemOf(text: string, { fill, folder }: TransportContext): string {
  const given = fill(text);
  if (given.includes('-----BEGIN ')) return given;
  try {
    return readFileSync(resolve(folder, given), 'utf8');
  } catch {
    // The message does not quote the text: it may be a key without its PEM header.
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

/** Parses `60/1m`, which the grammar has checked. */
function rateOf(text: string): RateLimit {
  const [count = '', window = ''] = text.split('/');
  return { count: Number(count), windowMs: milliseconds(window) };
}

/** Parses `512KiB` or `32MiB`, which the grammar has checked, into bytes. */
const bytes = (text: string): number => Number.parseInt(text, 10) * (text.endsWith('KiB') ? 1_024 : 1_024 * 1_024);

function limitsOf({
  concurrent,
  shared,
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
    shared,
    rate: rates?.map(rateOf),
    waitMs: span(wait),
    timeoutMs: span(timeout),
    connectMs: span(connect),
    answerBytes: answer === undefined ? undefined : bytes(answer),
  };
}

/** The transport part of the configuration of a source. Throws `SourceError` if a file of `tls` cannot be read. */
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
