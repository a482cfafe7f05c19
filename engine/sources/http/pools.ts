/** Connections: pools of them for each origin, through the proxy where there is one. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Secret } from '../../base/secret.ts';
import { SourceError } from '../source.ts';
import type { HttpTls } from './config.ts';

export interface PoolOptions {
  /** The source's own origin: certificates are for it alone. */
  readonly origin: string;
  readonly tls: HttpTls | undefined;
  readonly proxy: Secret | undefined;
  readonly connections: number;
  /** Milliseconds. */
  readonly connectMs: number;
  readonly timeoutMs: number;
  /** The port on loopback that the next connection goes to, in place of the address that it is for. */
  readonly connectTo: (() => number) | undefined;
}

export interface Pools {
  /**
   * The connections to an origin. Kept ones are used again; a fresh one serves a single request, so that it cannot be one that the server has
   * closed already, of which nobody could tell whether it took the request.
   */
  to(origin: string, use: 'kept' | 'fresh'): Dispatcher;
  /** Ends the connections with all that is under way on them; later requests are refused. */
  close(): Promise<void>;
}

/** Longest header of an answer, in bytes: session cookies are long. */
const headerBytes = 64 * 1024;

/** Certificates as TLS wants them. Throws `SourceError` where they cannot be read. */
function secureOptions({ ca, certificate, key, passphrase, serverName }: HttpTls) {
  const context: SecureContextOptions = {
    // What is given here replaces what Node trusts otherwise: the well-known authorities stay trusted.
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key: key.reveal() }),
    ...(passphrase === undefined ? {} : { passphrase: passphrase.reveal() }),
  };
  try {
    // A text that is no certificate would be passed over in silence.
    if (ca !== undefined) new X509Certificate(ca);
    createSecureContext(context);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceError('unreachable', `The certificates of the source cannot be used: ${reason}`, {
      cure: 'Give `ca` and `certificate` as PEM text, and the key that belongs to the certificate, with its passphrase.',
    });
  }
  return serverName === undefined ? context : { ...context, servername: serverName };
}

function proxyUrl(proxy: Secret): URL {
  const text = proxy.reveal();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new SourceError('unreachable', 'The address of the proxy is no URL that begins with http:// or https://.');
  }
  return url;
}

/** Makes connections to the ports of this machine that it is told, in plain text. */
function toPort(connectTo: () => number, connectMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs });
  return (_address, done) => connect({ protocol: 'http:', hostname: '127.0.0.1', port: String(connectTo()) }, done);
}

/** Prepares the connections; the first request makes the first one. Throws `SourceError` where certificates or proxy cannot be used. */
export function createPools(options: PoolOptions): Pools {
  const { connections, connectMs, timeoutMs, connectTo } = options;
  const own = options.tls === undefined ? {} : secureOptions(options.tls);
  const proxy = options.proxy === undefined ? undefined : proxyUrl(options.proxy);
  const pools = new Map<string, Dispatcher>();
  let closed = false;

  function create(origin: string): Dispatcher {
    // HTTP/2 would put many requests on one connection, and a lost one would leave all of them in doubt.
    const tls = { ...(origin === options.origin ? own : {}), allowH2: false };
    const common = {
      connections,
      pipelining: 1,
      // A kept connection is closed after 4 s of rest, or 2 s before the time that the server's `Keep-Alive` names, so that it is seldom the
      // server that closes it while a request comes (undici's defaults; docs: Client, keepAliveTimeoutThreshold).
      keepAliveTimeout: 4_000,
      keepAliveTimeoutThreshold: 2_000,
      allowH2: false,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: headerBytes,
    };
    if (connectTo !== undefined) return new Pool(origin, { ...common, connect: toPort(connectTo, connectMs) });
    if (proxy === undefined) return new Pool(origin, { ...common, connect: { ...tls, timeout: connectMs } });
    return new ProxyAgent({
      ...common,
      uri: proxy.href,
      // Also for http: a proxy's refusal then comes before the request is sent, and is none of the ERP's answers.
      proxyTunnel: true,
      connectTimeout: connectMs,
      requestTls: tls,
      proxyTls: { allowH2: false },
    });
  }

  return {
    to(origin, use) {
      if (closed) throw new SourceError('unreachable', 'The source is closed.', { effect: 'none' });
      const name = `${use} ${origin}`;
      const pool = pools.get(name) ?? create(origin);
      pools.set(name, pool);
      return pool;
    },
    async close() {
      closed = true;
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}
