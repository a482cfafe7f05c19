/** Endpoints that the profile does not provide still answer as the contract says. */
import { errorFindings } from '../../validation/errors.ts';
import { isRecord } from '../../validation/record.ts';
import type { Check, Subject } from '../check.ts';
import { soundBody } from '../requests.ts';
import { demand, fail, same } from '../verdict.ts';

export const unavailable: Subject = (endpoints, declared) =>
  endpoints.flatMap((endpoint): readonly Check[] => {
    const { path, answer: kind } = endpoint;
    const said = declared.endpoints.get(path);
    if (kind.kind === 'service' || (said !== undefined && said.unavailable === undefined)) return [];
    const check: Check = {
      subject: 'unavailable',
      name: `${path}, which the profile does not provide, answers ${said?.answersEmpty === true ? 'an empty list' : '501 with the reason'}`,
      clause: 'ruling: failures behind the service',
      paths: [],
      async run(bench) {
        const body = JSON.stringify({ schemaVersion: '1', ...soundBody(endpoint) });
        const answer = await bench.send(path, body);
        if (said?.answersEmpty === true && kind.kind === 'rows') {
          same(answer.status, 200, 'the status');
          const rows = isRecord(answer.body) ? answer.body[kind.property] : undefined;
          same(rows, [], kind.property);
          if (kind.paged) same(isRecord(answer.body) && answer.body.hasMore, false, 'hasMore');
          return;
        }
        same(answer.status, 501, 'the status');
        const [broken] = errorFindings(answer);
        if (broken !== undefined) fail(`${broken.path} ${broken.message}`);
        demand(isRecord(answer.body) && answer.body.code === 'INTERNAL_ERROR', 'the code must be INTERNAL_ERROR');
      },
    };
    return [check];
  });
