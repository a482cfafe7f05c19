/** What a source that is reached by HTTP is opened with: its configuration, and what the program lends it. */

import type { SourceEvent } from '../../base/events.ts';
import type { Secret } from '../../base/secret.ts';
import type { Authenticator, Exchange } from './auth/authenticator.ts';
import type { RateLimit, RateStore } from './rates/rate-store.ts';

/** Certificates, in PEM. They count for the source's own origin alone. */
export interface HttpTls {
  /** Authorities that are trusted beside the well-known ones. */
  readonly ca?: string | undefined;
  /** The client's certificate, with the chain that leads to it. */
  readonly certificate?: string | undefined;
  readonly key?: Secret | undefined;
  /** Of the key. */
  readonly passphrase?: Secret | undefined;
  /** The name that the server's certificate has, where it is not the host's. */
  readonly serverName?: string | undefined;
}

export interface HttpLimits {
  /** Requests at the same time, of all replicas together; 10 by default. */
  readonly concurrent?: number | undefined;
  /** Requests in a time, of all replicas together; all of them are kept. */
  readonly rate?: readonly RateLimit[] | undefined;
  /** Longest wait of a request for its turn, in milliseconds; 2 seconds by default. */
  readonly waitMs?: number | undefined;
  /** Longest silence of the ERP: until its answer begins, and between two pieces of it. In milliseconds; 30 seconds by default. */
  readonly timeoutMs?: number | undefined;
  /** Longest time to make a connection, in milliseconds; 5 seconds by default. */
  readonly connectMs?: number | undefined;
  /** Size of an answer at most, unpacked, in bytes; 32 MiB by default. */
  readonly answerBytes?: number | undefined;
}

export interface HttpRetry {
  /** How often one request is sent at most; 3 by default. */
  readonly attempts?: number | undefined;
  /** Share of the requests that may be sent again, so that an ERP in trouble gets no storm; 0.1 by default. */
  readonly budget?: number | undefined;
}

/** A source of a profile, its settings filled in. */
export interface HttpSourceConfig {
  /** `https://host/path`, without user, query and fragment: what targets count from. */
  readonly url: string;
  readonly tls?: HttpTls | undefined;
  /** `http://user:password@host:port`; every request goes through it. */
  readonly proxy?: Secret | undefined;
  readonly limits?: HttpLimits | undefined;
  readonly retry?: HttpRetry | undefined;
  /**
   * Tells apart credentials that have limits of their own: requests of one name share them, on all replicas. The address of the source by
   * default. Holds no secret.
   */
  readonly credential?: string | undefined;
}

/** What the program lends a source. */
export interface HttpPorts {
  /** Makes the source's authentication; requests go without where there is none. */
  readonly authenticate?: ((exchange: Exchange) => Authenticator) | undefined;
  /** Beside what requests are seen to carry: texts that the ERP may repeat, and that are told to nobody. */
  readonly secrets?: readonly Secret[] | undefined;
  /** Where permits are counted for all replicas; in this process where there is none. */
  readonly rates?: RateStore | undefined;
  /** Instances of the service; 1 by default. */
  readonly replicas?: number | undefined;
  /** Takes what the source tells the log: no header, no body, no value of a query. */
  readonly report?: ((event: SourceEvent) => void) | undefined;
  /** From 0 to 1, for the spread of waits. */
  readonly random?: (() => number) | undefined;
  /** For trials: the ERP is played on this machine. */
  readonly played?: PlayedWay | undefined;
}

/** The way to an ERP that is played on this machine. Addresses, origins and signatures stay those of the real one. */
export interface PlayedWay {
  /** The port on loopback that the next connection goes to, whatever address it is for; without TLS and without proxy. */
  readonly connectTo: () => number;
  /** How long a wait of so many milliseconds before a repetition or a look really lasts. */
  readonly shortened: (milliseconds: number) => number;
}
