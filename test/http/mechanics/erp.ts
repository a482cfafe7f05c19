/** An engine with a profile that uses one kind of authentication, and the matching ERP. */
import { Secret } from '../../../engine/base/secret.ts';
import { firstToken } from '../../../engine/sources/http/auth/index.ts';
import { type Answer, type Double, double, type Seen } from '../../engine/sources/http/auth/double.ts';
import { memoryTokens } from '../../engine/sources/http/auth/rotating.ts';
import { later } from '../../engine/sources/http/double.ts';
import type { ErpEngine } from '../../support/erp.ts';
import { openSketch } from '../ask.ts';
import { type Gate, gate, type Kind } from './kind.ts';

interface Guarded {
  readonly engine: ErpEngine;
  readonly erp: Double;
  readonly gate: Gate;
  readonly secret: string;
}

interface Guarding {
  /** The password that the ERP knows, and the one that the engine has. */
  readonly secret: string;
  readonly given?: string;
  /** Stands in for the ERP's own answer, where it gives one. */
  readonly answer?: (seen: Seen) => Answer | undefined;
}

const over: Answer = { status: 401, headers: { 'www-authenticate': 'Bearer realm="erp"' }, json: { error: 'over' } };
const forged: Answer = { status: 403, headers: { 'x-csrf-token': 'Required' }, json: {} };

/** Opens them until the test ends. */
export async function guarded(kind: Kind, { secret: password, given = password, answer }: Guarding): Promise<Guarded> {
  const secret = kind.secret ?? password;
  const doors = gate();
  const erp = await double(async (seen) => {
    const scriptedAnswer = answer?.(seen);
    if (scriptedAnswer !== undefined) return scriptedAnswer;
    const entry = await kind.entry?.(seen, secret, erp.url, doors);
    if (entry !== undefined) return entry;
    if (!kind.admits(seen, secret, erp.url, doors)) return kind.changes ? forged : over;
    return seen.target.startsWith('/logout') ? { status: 204 } : { json: { value: [{ id: 7 }] } };
  });
  later(() => erp.close());
  const tokens = memoryTokens();
  await tokens.put(JSON.stringify(['test', 'erp', `${erp.url}/token`, 'app']), firstToken(new Secret(given)));
  const read = { params: { q: '{{ query }}', b: "it's (x)*" }, fields: { id: 'id' } };
  const opened = await openSketch(
    {
      source: {
        http: erp.url,
        auth: kind.auth(erp.url),
        request: { rows: 'value' },
        outcomes: [
          { when: "$status = 403 and $lowercase($headers.`x-csrf-token`) = 'required'", is: 'login' },
          { when: '$status = 422', refuse: '{{ error.message }}' },
        ],
      },
      endpoints: { '/all': kind.changes ? { post: '/x', ...read } : { get: '/x', ...read } },
      top: { settings: { secret: { env: 'SECRET', secret: true } } },
    },
    { environment: { SECRET: kind.secret === undefined ? given : kind.secret }, tokens },
  );
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= opened.close());
  later(close);
  return { engine: { ...opened, close }, erp, gate: doors, secret };
}
