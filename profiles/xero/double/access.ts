/** Who may ask: OAuth 2 with refresh tokens that are good for one use, the tenant, the limits, and requests that are repeated with their key. */
import { type DoubleReply, type DoubleRequest, Refusal, type Tables } from '../../../doubles/tables.ts';
import { denied } from './replies.ts';

export const access = {
  client: 'engine',
  secret: 'secret-of-the-double',
  tenant: 'b2c885a9-4bb9-4a00-9b6e-6c2bf60b1a2b',
} as const;

/** The refresh token that the runs of a profile begin with. */
const firstToken = 'token-of-a-test';
/** Requests of an organisation that Xero works on at the same time. */
const mostAtOnce = 5;
/** How long a key is known, in milliseconds. */
const keyTime = 6 * 60_000;

export function createAccess() {
  let renewals = 0;

  function token({ headers, body }: DoubleRequest): DoubleReply {
    const form = new URLSearchParams(body);
    // Client and secret are form-encoded before (RFC 6749, 2.3.1).
    const basic = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    if (decodeURIComponent(basic) !== `${access.client}:${access.secret}`)
      return { status: 401, body: { error: 'invalid_client' } };
    const isCurrent = [firstToken, `refresh-${renewals}`].includes(form.get('refresh_token') ?? '');
    if (form.get('grant_type') !== 'refresh_token' || !isCurrent)
      return { status: 400, body: { error: 'invalid_grant' } };
    renewals += 1;
    const tokens = { access_token: `access-${renewals}`, refresh_token: `refresh-${renewals}` };
    return { status: 200, body: { ...tokens, expires_in: 1800, token_type: 'Bearer' } };
  }

  /** A repeated request with the same key gets the first answer. */
  function once({ method, headers }: DoubleRequest, tables: Tables, answer: () => DoubleReply): DoubleReply {
    const key = headers['idempotency-key'];
    if (method === 'GET' || key === undefined) return answer();
    if (key.length > 128) throw denied(400, 'Bad Request', 'The Idempotency-Key is longer than 128 characters');
    const kept = tables.get('SELECT reply FROM keptReply WHERE Key = ? AND until > ?', key, tables.now());
    if (kept !== undefined) return { status: 200, body: JSON.parse(String(kept.reply)) };
    const reply = answer();
    tables.run('DELETE FROM keptReply WHERE Key = ?', key);
    tables.insert('keptReply', { Key: key, reply: JSON.stringify(reply.body), until: tables.now() + keyTime });
    return reply;
  }

  function guarded(request: DoubleRequest, tables: Tables, answer: () => DoubleReply): DoubleReply {
    const { headers, present } = request;
    if (renewals === 0 || headers.authorization !== `Bearer access-${renewals}`)
      throw denied(401, 'Unauthorized', 'AuthenticationUnsuccessful');
    if (headers['xero-tenant-id'] !== access.tenant) throw denied(403, 'Forbidden', 'AuthenticationUnsuccessful');
    // Xero answers XML unless JSON is asked for.
    if (headers.accept !== 'application/json') throw denied(406, 'Not Acceptable', 'The double answers JSON');
    if (present > mostAtOnce)
      throw new Refusal({ status: 429, headers: { 'x-rate-limit-problem': 'concurrent', 'retry-after': '1' } });
    return once(request, tables, answer);
  }

  return { guarded, token };
}
