/** Endpoints that the profile does not provide still answer as the contract demands. */

import type { Check, Theme } from '../core/check.ts';
import { demand, demandEqual } from '../core/outcome.ts';
import { validBody } from '../core/request-bodies.ts';
import { errorFindings } from '../validation/errors.ts';
import { isRecord } from '../validation/record.ts';

/** Checks for 501 with the reason, or an empty list. No checks where `profile` is undefined. */
export const unavailable: Theme = (endpoints, profile) =>
  endpoints.flatMap((endpoint): readonly Check[] => {
    const { path, answer: kind } = endpoint;
    const declared = profile?.endpoints.get(path);
    const isProvided = profile === undefined || (declared !== undefined && declared.unavailable === undefined);
    if (kind.kind === 'service' || isProvided) return [];
    const isEmpty = declared?.answersEmpty === true && kind.kind === 'rows';
    const check: Check = {
      id: 'unavailable/answer',
      path,
      title: `the profile does not provide it, and the answer is ${isEmpty ? 'an empty list' : '501 with the reason'}`,
      clause: 'ruling: failures behind the service',
      tag: 'read',
      needs: [],
      async run(context) {
        const answer = await context.send(path, validBody(endpoint));
        const body = isRecord(answer.body) ? answer.body : {};
        if (isEmpty) {
          demandEqual(answer.status, 200, 'unavailable', 'the status');
          demandEqual(body[kind.property], [], 'unavailable', kind.property);
          if (kind.paged) demandEqual(body.hasMore, false, 'has-more', 'hasMore');
          return;
        }
        demandEqual(answer.status, 501, 'unavailable', 'the status');
        const [broken] = errorFindings(answer);
        demand(broken === undefined, broken?.rule ?? 'error-body', broken?.message ?? '', broken?.path);
        demandEqual(body.code, 'INTERNAL_ERROR', 'error-code', 'the code');
      },
    };
    return [check];
  });
