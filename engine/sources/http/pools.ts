/** Connection pools for each origin, through the proxy if there is one. */
import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Secret } from '../../base/secret.ts';
import { SourceError } from '../source.ts';
import type { HttpTls } from './config.ts';

interface PoolOptions {
  /** The source's own origin, to which the certificates apply. */
  readonly origin: string;
  readonly tls: HttpTls | undefined;
  readonly proxy: Secret | undefined;
  readonly connections: number;
  /** Milliseconds. */
  readonly connectMs: number;
  readonly timeoutMs: number;
  /** Test override: the loopback port for the next connection. */
  readonly connectTo: (() => number) | undefined;
}

export interface Pools {
  /**
   * The connections to an origin. `kept` connections are reused. A `fresh` connection serves one request: a kept one
   * might just have been closed by the server, and it would be unknown whether the server received the request.
   */
  to(origin: string, use: 'kept' | 'fresh'): Dispatcher;
  /** Closes all connections and their requests; later requests are refused. */
  close(): Promise<void>;
}

/** Maximum size of the answer's header, in bytes: session cookies are long. */
const headerBytes = 64 * 1024;

/** Certificates in the form of node:tls. Throws `SourceError` if they cannot be read. */
function secureOptions({ ca, certificate, key, passphrase, serverName }: HttpTls) {
  const context: SecureContextOptions = {
    // Replaces Node's default authorities, so the well-known ones are added.
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(key === undefined ? {} : { key: key.reveal() }),
    ...(passphrase === undefined ? {} : { passphrase: passphrase.reveal() }),
  };
  try {
    // Node ignores an invalid certificate silently.
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

/** Connects to given loopback ports, without TLS, for mock ERPs. */
function toPort(connectTo: () => number, connectMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs });
  return (_address, done) => connect({ protocol: 'http:', hostname: '127.0.0.1', port: String(connectTo()) }, done);
}

/**
 * Creates the pools; the first request opens the first connection. Throws `SourceError` if certificates or proxy are
 * unusable.
 */
export function createPools(options: PoolOptions): Pools {
  const { connections, connectMs, timeoutMs, connectTo } = options;
  const configuredTls = options.tls === undefined ? {} : secureOptions(options.tls);
  const proxy = options.proxy === undefined ? undefined : proxyUrl(options.proxy);
  const pools = new Map<string, Dispatcher>();
  let closed = false;

  function create(origin: string): Dispatcher {
    // HTTP/2 would multiplex requests on one connection, and a lost connection would leave all of them in doubt.
    const tls = { ...(origin === options.origin ? configuredTls : {}), allowH2: false };
    const common = {
      connections,
      pipelining: 1,
      // A kept connection is closed after 4 s idle, or 2 s before the time of the server's `Keep-Alive`, so that the
      // server rarely closes it while a request is sent (undici's defaults; docs: Client, keepAliveTimeoutThreshold).
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
      // For http too: a proxy's refusal then arrives before the request is sent, and is not an answer of the ERP.
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
