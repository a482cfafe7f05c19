/** The error for a reply to a credential request that contains no credentials. */
import { SourceError } from '../../source.ts';
import { waitOf } from '../reply/retry-after.ts';
import type { RawReply } from './authenticator.ts';

/** Wait if the ERP does not state one, in milliseconds. */
const throttledMs = 5_000;

/** The server says that a grant is invalid, expired or revoked (`invalid_grant` of RFC 6749, section 5.2). */
export class GrantRefusal extends SourceError {}

/** `reason`: what is known in addition to the status, without secrets. */
export function refusal(reply: RawReply, reason: string, cure?: string): SourceError {
  const { status } = reply;
  const message = `the ERP answered ${status}${reason === '' ? '' : `, ${reason}`}.`;
  const retryAfterMs = waitOf(reply.headers, Date.now());
  if (status === 429)
    return new SourceError('throttled', message, { effect: 'none', retryAfterMs: retryAfterMs ?? throttledMs });
  if (status >= 500 || status === 408) return new SourceError('unreachable', message, { effect: 'none', retryAfterMs });
  return new SourceError('denied', message, { effect: 'none', cure });
}
