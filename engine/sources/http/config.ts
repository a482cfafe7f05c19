/** Configuration of an HTTP source, and the services that it needs from its host. */

import type { SourceEvent } from '../../base/events.ts';
import type { Secret } from '../../base/secret.ts';
import type { Authenticator, Exchange } from './auth/authenticator.ts';
import type { RateLimit, RateStore } from './rates/rate-store.ts';
import type { SlotStore } from './rates/slot-store.ts';

/** Certificates in PEM, for the source's own origin only. */
export interface HttpTls {
  /** Certificate authorities in addition to the well-known ones. */
  readonly ca?: string | undefined;
  /** The client certificate with its chain. */
  readonly certificate?: string | undefined;
  readonly key?: Secret | undefined;
  /** The passphrase of the key. */
  readonly passphrase?: Secret | undefined;
  /** The name in the server's certificate, if it is not the host name. */
  readonly serverName?: string | undefined;
}

export interface HttpLimits {
  /** Concurrent requests of all replicas together; default 10. */
  readonly concurrent?: number | undefined;
  /** `concurrent` is counted in the store. */
  readonly shared?: boolean | undefined;
  /** Rate limits of all replicas together; all apply. */
  readonly rate?: readonly RateLimit[] | undefined;
  /** Longest time in the queue, in milliseconds; default 2 seconds. */
  readonly waitMs?: number | undefined;
  /** Longest time without data from the ERP, before and during the answer, in milliseconds; default 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Longest time to establish a connection, in milliseconds; default 5 seconds. */
  readonly connectMs?: number | undefined;
  /** Maximum size of an answer after decompression, in bytes; default 32 MiB. */
  readonly answerBytes?: number | undefined;
}

export interface HttpRetry {
  /** Maximum number of attempts for a request; default 3. */
  readonly attempts?: number | undefined;
  /** Maximum share of retries among all requests, so that an overloaded ERP does not get more load; default 0.1. */
  readonly budget?: number | undefined;
}

/** A source of a profile, with settings inserted. */
export interface HttpSourceConfig {
  /** `https://host/path`, without user, query and fragment: the base of all targets. */
  readonly url: string;
  readonly tls?: HttpTls | undefined;
  /** `http://user:password@host:port`; used for every request. */
  readonly proxy?: Secret | undefined;
  readonly limits?: HttpLimits | undefined;
  readonly retry?: HttpRetry | undefined;
  /** Digest of the login, whose requests to the address the limits count; the ERP counts those of other logins apart. Undefined: requests have no credentials. */
  readonly login?: string | undefined;
}

/** The services that a source needs from its host. */
export interface HttpPorts {
  /** Creates the source's authentication; without it requests have no credentials. */
  readonly authenticate?: ((exchange: Exchange) => Authenticator) | undefined;
  /** Further texts that the ERP may repeat and that must never be shown. */
  readonly secrets?: readonly Secret[] | undefined;
  /** Where permits are counted for all replicas; in this process where there is none. */
  readonly rates?: RateStore | undefined;
  /** Where concurrent requests are counted for all replicas, for a source whose limit is `shared`. */
  readonly slots?: SlotStore | undefined;
  /** Instances of the service; 1 by default. */
  readonly replicas?: number | undefined;
  /** Takes the log events of the source: no header, no body, no value of a query. */
  readonly report?: ((event: SourceEvent) => void) | undefined;
  /** From 0 to 1, for the spread of waits. */
  readonly random?: (() => number) | undefined;
  /** For tests: the mock ERP on this machine that receives the requests. */
  readonly mock?: MockTransport | undefined;
}

/** The transport to a mock ERP on this machine. Addresses, origins and signatures stay those of the real ERP. */
export interface MockTransport {
  /** The loopback port of the next connection, for any address; without TLS and proxy. */
  readonly connectTo: () => number;
  /** The real duration of a wait before a retry or poll; shorter with a mock ERP. */
  readonly shortened: (milliseconds: number) => number;
}
