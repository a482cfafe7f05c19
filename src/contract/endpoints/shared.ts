import type { Endpoint } from '../../../engine/index.ts';
import { flag, text } from '../fields/fields.ts';

/** The endpoint that both apps call. */
export const shared = [
  {
    path: '/health',
    app: 'both',
    title: 'Connection test',
    description: 'Reports whether the key is valid and the ERP answered the last probe.',
    request: {},
    answer: {
      kind: 'service',
      fields: {
        ok: flag('Always true; a service that is not ready answers 503.', true),
        service: text('Name of the middleware.', 'erp-engine'),
      },
    },
    mustExist: [],
  },
] as const satisfies readonly Endpoint[];
