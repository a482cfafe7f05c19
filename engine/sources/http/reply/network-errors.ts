/** Network errors as `SourceError`, with the information whether the ERP can have received the request. */

import { errors } from 'undici';
import { ownMember } from '../../../base/members.ts';
import { SourceError } from '../../source.ts';

interface Circumstances {
  /** Host and port, for the log. */
  readonly host: string;
  /** Bytes of the request may have been sent. */
  readonly started: boolean;
  /** The request is a read: it has no effect on the ERP. */
  readonly harmless: boolean;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** System errors caused by the ERP's address (Node.js, Errors: common system errors). */
const connecting: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to its network',
  ETIMEDOUT: 'it did not answer',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  ECONNRESET: 'the connection was cut while it was made',
  EPROTO: 'it does not speak TLS as this service does',
};

const certificateCure =
  "Give the authority that signed the server's certificate under `tls: ca`, or correct the certificate or the address.";

/** Error codes of OpenSSL and Node.js for an untrusted, expired or mismatched server certificate. */
const isCertificate = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS_CERT_ALTNAME_INVALID/.test(code) && !code.includes('ALERT');

/**
 * The server refuses the client certificate, or its absence. Up to TLS 1.2 this is known before anything is sent. In
 * TLS 1.3 the refusal follows the first bytes of the request (RFC 8446, 4.4.2.4), and servers often just close the
 * connection.
 */
const refusesClient = (code: string): boolean => /^ERR_SSL_.*ALERT/.test(code);

/** The first bytes of the answer are no TLS, such as those of an HTTP server without it. */
const speaksNoTls = (code: string): boolean =>
  /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)$/.test(code);

function unsent(error: unknown, host: string): SourceError {
  const code = codeOf(error);
  const options = { effect: 'none', cause: error } as const;
  if (isCertificate(code)) {
    return new SourceError('unreachable', `The certificate of ${host} cannot be trusted (${code}).`, {
      ...options,
      cure: certificateCure,
    });
  }
  if (refusesClient(code)) {
    return new SourceError('denied', `${host} does not take the client's certificate (${code}).`, {
      ...options,
      cure: 'Give a certificate that the ERP takes, and its key, under `tls`.',
    });
  }
  if (speaksNoTls(code)) {
    return new SourceError('unreachable', `${host} does not answer with TLS (${code}).`, {
      ...options,
      cure: 'If this port has plain HTTP, write http:// in the address of the source; otherwise correct the port.',
    });
  }
  const reason = ownMember(connecting, code);
  if (reason !== undefined) return new SourceError('unreachable', `${host} cannot be reached: ${reason}.`, options);
  switch (code) {
    // Proxy errors: a status other than 200, or a closed connection.
    case 'UND_ERR_ABORTED':
    case 'UND_ERR_PRX_CONN':
    case 'UND_ERR_PRX_TLS':
      return new SourceError('unreachable', `The proxy made no connection to ${host}.`, options);
    case 'UND_ERR_INVALID_ARG':
      return new SourceError('broken', 'A request has a header or a path that HTTP does not allow.', options);
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_DESTROYED':
      return new SourceError('unreachable', 'The source is closed.', options);
    default:
      return new SourceError('unreachable', `${host} cannot be reached.`, options);
  }
}

/** The error of a request without an answer. Its message contains neither the request nor its values. */
export function transportError(error: unknown, { host, started, harmless }: Circumstances): SourceError {
  if (error instanceof SourceError) return error;
  if (!started) return unsent(error, host);
  const code = codeOf(error);
  const options = { effect: harmless ? 'none' : 'unknown', cause: error } as const;
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return new SourceError('timeout', `${host} did not begin to answer in time.`, options);
  if (code === 'UND_ERR_BODY_TIMEOUT')
    return new SourceError('timeout', `${host} stopped in the middle of its answer.`, options);
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || error instanceof errors.HTTPParserError) {
    return new SourceError('broken', `What ${host} answered is no HTTP.`, options);
  }
  return new SourceError('unreachable', `The connection to ${host} was lost before the answer was there.`, {
    ...options,
    connectionLost: true,
  });
}

/** The same error with another effect. */
export function withEffect(error: SourceError, effect: SourceError['effect']): SourceError {
  const { kind, message, cure, retryAfterMs, connectionLost, cause } = error;
  return new SourceError(kind, message, { cure, retryAfterMs, connectionLost, cause, effect });
}
