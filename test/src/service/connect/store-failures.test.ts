/** A consent while the store does not answer: the page says that the service is at fault, and a customer repeats nothing that has succeeded. */
import { expect, it } from 'vitest';
import { Secret, SourceError } from '../../../../engine/index.ts';
import { createConnectFlow } from '../../../../src/service/connect/connect-flow.ts';
import { browserDigest, progressText } from '../../../../src/service/connect/progress.ts';

const consent = {
  source: 'cloud',
  title: 'Cloud Books',
  keptAs: 'token',
  variables: {},
  authorizationUrl: async () => 'https://vendor.example/authorize',
  exchange: async () => ({ token: new Secret('refresh'), tenants: [] }),
};

/** The page after the customer has pressed "Connect". */
async function confirmed(failing: { readonly finish?: Error; readonly verify?: Error }) {
  const tenants = [{ label: 'Nordwind', variables: {} }];
  const reasons: unknown[] = [];
  const flow = createConnectFlow({
    links: {
      create: async () => undefined,
      find: async () => ({
        installation: 'nord',
        source: 'cloud',
        expires: 1,
        progress: progressText({ kind: 'granted', browser: browserDigest('secret'), token: 'refresh', tenants }),
        revision: 2,
      }),
      advance: async () => true,
      finish: async () => (failing.finish === undefined ? true : Promise.reject(failing.finish)),
    },
    services: () => [
      {
        name: 'nord',
        installation: 'nord',
        emit: (event) => void reasons.push('reason' in event ? event.reason : event.event),
        consents: async () => ({ ok: true, consents: [consent] }),
        granted: async () => ({}),
        verify: async () =>
          failing.verify === undefined ? { ready: true, reason: undefined } : Promise.reject(failing.verify),
      },
    ],
    connectUrl: 'https://connect.example',
    emit: (event) => void reasons.push(event.event),
  });
  return { page: await flow.confirm({ link: 'link', secret: 'secret' }, 0), reasons };
}

const silent = new SourceError('timeout', 'The store did not answer in time.');

it('does not blame the vendor if the token cannot be stored', async () => {
  const { page, reasons } = await confirmed({ finish: silent });
  expect(page).toEqual({ kind: 'failed', reason: 'unavailable', link: 'link' });
  expect(reasons).toEqual(['The store did not answer in time.']);
});

it('says that the token is stored, although the check fails', async () => {
  const { page, reasons } = await confirmed({ verify: silent });
  expect(page).toMatchObject({ kind: 'connected', ready: false, label: 'Nordwind' });
  expect(reasons).toEqual(['consent_stored', 'consent_checked']);
});
