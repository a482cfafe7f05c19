/** Tests the rights of a login with the probes of the steps of writes. */
import type { ProfileInput } from '../../compile/compile.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Plan } from '../../plan/plan.ts';
import type { HttpStep } from '../../plan/write.ts';
import { answerToProbe } from '../../run/http/probe.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { databaseMessage, statementTimeoutMs } from '../../start/statement-error.ts';

/** What a probe shows. */
type Right =
  | { readonly kind: 'granted' }
  | { readonly kind: 'denied' | 'unclear'; readonly reason: string }
  /** The ERP accepted a request that it should have rejected. */
  | { readonly kind: 'accepted' };

const deniedStatus: readonly number[] = [401, 403];

async function rightOf(
  probe: NonNullable<HttpStep['probe']>,
  source: HttpSource,
  settings: ReadonlyMap<string, unknown>,
  now: () => number,
): Promise<Right> {
  try {
    const { verdict, reply, isRead } = await answerToProbe(probe, source, settings, {
      deadline: now() + statementTimeoutMs,
    });
    switch (verdict.kind) {
      case 'denied':
        return { kind: 'denied', reason: verdict.detail };
      case 'fail':
        if (deniedStatus.includes(reply.status)) return { kind: 'denied', reason: verdict.detail };
        return reply.status >= 500 && verdict.undone !== true
          ? { kind: 'unclear', reason: verdict.detail }
          : { kind: 'granted' };
      case 'refuse':
      case 'repeat':
        return { kind: 'granted' };
      case 'ok':
      case 'empty':
        return { kind: isRead ? 'granted' : 'accepted' };
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: error.kind === 'denied' ? 'denied' : 'unclear', reason: databaseMessage(error.message) };
  }
}

/** A step, or its undo, that has a probe. */
interface Probed {
  readonly endpoint: string;
  readonly step: string;
  readonly isUndo: boolean;
  readonly probe: NonNullable<HttpStep['probe']>;
}

function probesOf(endpoint: string, { name: step, probe, undo }: HttpStep): readonly Probed[] {
  const all = [
    { endpoint, step, isUndo: false, probe },
    { endpoint, step, isUndo: true, probe: undo?.probe },
  ];
  return all.flatMap((one) => (one.probe === undefined ? [] : [{ ...one, probe: one.probe }]));
}

/** The probes of the steps that go to a source. */
function probedSteps(plan: Plan, name: string): readonly Probed[] {
  return [...plan].flatMap(([endpoint, { work }]) =>
    work.kind !== 'write' || work.write.kind !== 'durable' || work.write.source !== name
      ? []
      : work.write.steps.flatMap((step) => probesOf(endpoint, step)),
  );
}

/** The path of a probe. Steps are found by name: an overlay or a variant may have moved them. */
function pathOf(input: ProfileInput, { endpoint, step, isUndo }: Probed) {
  const steps = input.profile.endpoints[endpoint]?.write ?? [];
  const index = steps.findIndex((item) => Object.hasOwn(item, step));
  if (index < 0) return ['endpoints', endpoint];
  return ['endpoints', endpoint, 'write', index, step, ...(isUndo ? ['undo'] : []), 'probe'];
}

/** Reports each step of a write that this HTTP source denies to the login. Sends the probes of the steps, one after the other. */
export async function checkStepRights(
  name: string,
  source: HttpSource,
  plan: Plan,
  input: ProfileInput,
  now: () => number,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics);
  for (const probed of probedSteps(plan, name)) {
    const right = await rightOf(probed.probe, source, input.settings, now);
    const place = { path: pathOf(input, probed), key: true };
    const what = `the ${probed.isUndo ? 'undo of the step' : 'step'} "${probed.step}" of ${probed.endpoint}`;
    switch (right.kind) {
      case 'granted':
        break;
      case 'denied': {
        const message = `The login of the source "${name}" lacks the right to ${what}: ${right.reason}`;
        context.report('REQ613', { ...place, message, hint: 'Grant the right to this login in the ERP.' });
        break;
      }
      case 'unclear': {
        const message = `Whether the login of the source "${name}" has the right to ${what} could not be tested: ${right.reason}`;
        const hint = 'Check the request of the probe, and run the check again.';
        context.report('REQ613', { ...place, message, hint, severity: 'warning' });
        break;
      }
      case 'accepted': {
        const message = `The ERP accepted the probe of ${what}, which it should have rejected: it may have changed something.`;
        const hint = 'Look for a new record in the ERP, and send a content that the ERP rejects.';
        context.report('REQ613', { ...place, message, hint, severity: 'warning' });
      }
    }
  }
  return diagnostics;
}
