/** Opens an HTTP source: connects its parts. */

import type { HttpSource } from '../http-source.ts';
import { createBreaker } from './breaker.ts';
import type { HttpPorts, HttpSourceConfig } from './config.ts';
import { breakerEvent } from './log.ts';
import { createPools } from './pools.ts';
import { createSharedSlots } from './rates/shared-slots.ts';
import { createExchange } from './replies.ts';
import { RequestGate } from './request-gate.ts';
import { createBudget } from './retry-budget.ts';
import { type SendPorts, send } from './send.ts';
import { baseOf } from './target.ts';

const mebibyte = 1024 * 1024;

/** A request that is authenticated and not sent. */
const loginRequest = { method: 'GET', headers: {}, effect: 'read' } as const;

/** Identifies the ERP without credentials: its base address in normal form. */
const identityOf = (base: URL): string => base.href.replace(/\/$/, '');

/**
 * Opens the source; the first request makes the first connection. Throws `SourceError` if the configuration is unusable: an invalid address, or a
 * certificate that cannot be read.
 */
export function openHttpSource(config: HttpSourceConfig, ports: HttpPorts): HttpSource {
  const base = baseOf(config.url);
  const identity = identityOf(base);
  const { concurrent = 10, rate = [], waitMs = 2_000, timeoutMs = 30_000 } = config.limits ?? {};
  const { connectMs = 5_000, answerBytes = 32 * mebibyte } = config.limits ?? {};
  const { attempts = 3, budget = 0.1 } = config.retry ?? {};
  const { replicas = 1, slots: slotStore, report = () => undefined, random = Math.random, secrets = [], mock } = ports;
  const limited = config.login === undefined ? identity : JSON.stringify([identity, config.login]);
  const isShared = config.limits?.shared === true && slotStore !== undefined;
  const gate = new RequestGate({
    name: limited,
    rate,
    store: ports.rates,
    replicas,
    // The store counts the requests of the others.
    slots: isShared ? concurrent : Math.max(1, Math.floor(concurrent / replicas)),
    waitMs,
  });
  const slots = isShared
    ? createSharedSlots({ name: limited, count: concurrent, store: slotStore, waitMs, random })
    : undefined;
  const pools = createPools({
    origin: base.origin,
    tls: config.tls,
    proxy: config.proxy,
    connections: concurrent,
    connectMs,
    timeoutMs,
    connectTo: mock?.connectTo,
  });
  const breaker = createBreaker((open) => report(breakerEvent(open)));
  const replyPorts = { base, pools, gate, slots, breaker, answerBytes, minWaitMs: connectMs, report };
  const authenticator = ports.authenticate?.(createExchange(replyPorts));
  const sendPorts: SendPorts = {
    ...replyPorts,
    authenticator,
    budget: createBudget(budget),
    secrets,
    attempts,
    waitMs,
    lasting: mock?.shortened ?? ((milliseconds) => milliseconds),
    random,
  };
  return {
    kind: 'http',
    identity,
    send: (request, judge, call) => send(sendPorts, request, judge, call),
    login:
      authenticator &&
      (async (call) => void (await authenticator.authorize({ ...loginRequest, target: base.href }, call))),
    consent: authenticator?.consent,
    isCircuitOpen: breaker.isOpen,
    isPaused: () => gate.isPaused(),
    pools: () => ({ request: gate.state() }),
    async close() {
      await authenticator?.close();
      await gate.close();
      await pools.close();
    },
  };
}
