/**
 * An ERP that repeats all received values in every part of its answers: no credentials reach the log, which contains
 * everything here, the caller, or the operator at the start.
 */
import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../../../src/service/events/logger.ts';
import { failureEvent } from '../../../src/service/server/failure-log.ts';
import { errorBody, refusalOf } from '../../../src/service/server/refusal.ts';
import type { Answer, Seen } from '../../engine/sources/http/auth/double.ts';
import { closeAll } from '../../engine/sources/http/double.ts';
import { byDepth } from '../../support/depth.ts';
import { guarded } from './erp.ts';
import { tokenStart } from './kind.ts';
import { kinds } from './kinds.ts';

afterEach(closeAll);

const canary = 'c4n4ry-5e1f';
/** The secret as it is, and as it travels. */
const forms = [canary, encodeURIComponent(canary), 'PRIVATE KEY', tokenStart];

const repeated = ({ target, headers, body }: Seen): string =>
  [
    `${target} ${decodeURIComponent(target)} ${JSON.stringify(headers)} ${body} ${decodeURIComponent(body.replaceAll('+', ' '))}`,
    ...[...JSON.stringify(headers).matchAll(/Basic ([A-Za-z0-9+/=]+)/g)].map(([, text = '']) =>
      Buffer.from(text, 'base64').toString(),
    ),
  ].join(' ');

/** `x`: what is asked for by callers; `all`: logins, too. */
function echo(status: number, what: 'x' | 'all', padding: number): (seen: Seen) => Answer | undefined {
  return (seen) => {
    if (what === 'x' && !seen.target.startsWith('/x')) return undefined;
    const text = `${'-'.repeat(padding)} ${repeated(seen)}`;
    const headers = { 'x-echo': repeated(seen).replaceAll(/[^\x20-\x7e]/g, '?'), 'set-cookie': `a=${canary}` };
    return { status, headers, json: { error: { message: text }, error_description: text, message: text } };
  };
}

const cases = kinds.flatMap((kind) =>
  byDepth({ sample: [401], all: [200, 401, 422, 500] }).flatMap((status) =>
    (['x', 'all'] as const).map((what) => [kind.name, status, what, kind] as const),
  ),
);

it.each(cases)('%s, where the ERP answers %i to %s', async (_name, status, what, kind) => {
  const lines: string[] = [];
  const { emit: log } = createLogger('debug', { write: (line) => void lines.push(line), flush: () => undefined });
  // Whatever is cut off somewhere must not leave a piece of a secret.
  for (const padding of [0, 430]) {
    const { engine, erp } = await guarded(kind, { secret: canary, answer: echo(status, what, padding) });
    const bodies: string[] = [];
    for (const query of ['a', 'b']) {
      const outcome = await engine.call('/all', { query });
      bodies.push(outcome.ok ? outcome.json : errorBody(refusalOf(outcome.problem), '1', 'r'));
      if (!outcome.ok) log(failureEvent({ requestId: 'r', endpoint: '/all', outcome }, 502));
    }
    await engine.close();
    for (const event of engine.events) log(event);
    const told = [...lines, ...bodies].join('\n');
    for (const form of forms) expect(told.includes(form) ? told : '').toBe('');
    expect(erp.seen.length).toBeGreaterThan(0);
    expect(lines.length).toBeGreaterThan(0);
  }
});
