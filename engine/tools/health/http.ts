/** Inspects an HTTP source: certificate, reachability, clock, and which rights can be tested. Sends the probe of the profile. */
import { rootCertificates } from 'node:tls';
import type { HealthCheck } from '../../base/health-check.ts';
import type { ProbePlan } from '../../compile/probes.ts';
import type { Plan } from '../../plan/plan.ts';
import { answerToProbe } from '../../run/http/probe.ts';
import type { HttpTls } from '../../sources/http/config.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import { databaseMessage, statementTimeoutMs } from '../../start/statement-error.ts';
import { certificateCheck } from './certificate.ts';
import { clockCheck } from './clock.ts';

interface HttpInput {
  readonly name: string;
  readonly source: HttpSource;
  /** The address of the source. */
  readonly url: URL;
  readonly tls: HttpTls | undefined;
  readonly hasProxy: boolean;
  /** Whether it logs in with tokens that can be used once. The inspection renews none. */
  readonly hasRotatingTokens: boolean;
  readonly probe: ProbePlan | undefined;
  readonly plan: Plan;
  /** By name, secrets as `Secret`. */
  readonly settings: ReadonlyMap<string, unknown>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

async function certificate({ url, tls, hasProxy, now }: HttpInput): Promise<HealthCheck> {
  const name = 'certificate';
  if (url.protocol !== 'https:') {
    return {
      name,
      status: 'warning',
      what: `${url.origin} is not encrypted.`,
      why: 'Everybody on the way reads the credentials and the data.',
      fix: 'Use the https address of the ERP, unless the network is trusted.',
    };
  }
  if (hasProxy) return { name, status: 'unchecked', what: 'The source is behind a proxy.' };
  const target = { url, ca: tls?.ca, serverName: tls?.serverName, timeoutMs: statementTimeoutMs };
  return certificateCheck(target, now(), rootCertificates);
}

/** Sends the probe, and compares the clock with the header Date of the answer. */
async function reachability(input: HttpInput): Promise<readonly HealthCheck[]> {
  const { source, url, probe, settings, hasRotatingTokens, now } = input;
  const name = 'reachable';
  if (hasRotatingTokens)
    return [
      {
        name,
        status: 'unchecked',
        what: 'Its tokens can be used once, and this command renews none: see GET /ready of the service, or run engine check --connect.',
      },
    ];
  if (probe?.kind !== 'http')
    return [{ name, status: 'unchecked', what: 'The profile has no `probe` for this source.' }];
  const sentAt = now();
  try {
    const { reply, verdict } = await answerToProbe(probe.exchange, source, settings, {
      deadline: sentAt + statementTimeoutMs,
    });
    const receivedAt = now();
    const clock = clockCheck({
      serverTime: Date.parse(reply.headers.date ?? ''),
      sentAt,
      receivedAt,
      resolutionMs: 1000,
    });
    if (verdict.kind === 'ok' || verdict.kind === 'empty')
      return [{ name, status: 'ok', what: `${url.origin} answers in ${receivedAt - sentAt} ms` }, clock];
    const detail = verdict.kind === 'refuse' ? verdict.message : verdict.detail;
    return [unreachable(url, detail, undefined), clock];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [unreachable(url, databaseMessage(error.message), error.cure)];
  }
}

function unreachable(url: URL, reason: string, cure: string | undefined): HealthCheck {
  return {
    name: 'reachable',
    status: 'error',
    what: `${url.origin} does not answer the probe as expected: ${reason}`,
    why: 'Every request that needs this source fails.',
    fix: cure ?? 'Check the address, the firewall, the proxy and the credentials under `auth`.',
  };
}

/** Which steps of writes have a probe for their right. The check of the profile sends those probes. */
function testedRights({ name, plan }: HttpInput): readonly HealthCheck[] {
  const steps = [...plan].flatMap(([endpoint, { work }]) =>
    work.kind !== 'write' || work.write.kind !== 'durable' || work.write.source !== name
      ? []
      : work.write.steps.map((step) => ({ label: `${endpoint} ${step.name}`, hasProbe: step.probe !== undefined })),
  );
  const untested = steps.filter(({ hasProbe }) => !hasProbe).map(({ label }) => label);
  if (untested.length === 0) return [];
  const what = `No \`probe\` tests the right to ${untested.length === 1 ? 'this step' : 'these steps'}: ${untested.join(', ')}.`;
  return [{ name: 'API rights', status: 'unchecked', what }];
}

/** Checks certificate, reachability and rights of an HTTP source. Resolves also where the ERP is unreachable. */
export async function inspectHttp(input: HttpInput): Promise<readonly HealthCheck[]> {
  return [await certificate(input), ...(await reachability(input)), ...testedRights(input)];
}
