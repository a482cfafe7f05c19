/** The exchanges over HTTP that the cases of a profile record, for completion. */
import { statSync } from 'node:fs';
import { type Contract, parseBody } from '../../../engine/index.ts';
import { type Exchange, loadCases, readableText } from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import type { KnownExchange } from '../language/index.ts';
import { casePaths } from './test-results.ts';

/** The value of a body that a case expects: texts of XML and forms are values already. */
function bodyValue({ body }: Exchange): unknown {
  if (body?.kind !== 'text') return body?.value;
  const parsed = typeof body.value === 'string' ? parseBody(body.value) : undefined;
  return parsed?.ok === true ? parsed.body : undefined;
}

function knownExchange(exchange: Exchange, title: string): KnownExchange {
  const { use, method, target, params, reaction } = exchange;
  const [path = '', query = ''] = target.split('?');
  const isAnswer = reaction.kind === 'answer' && reaction.status < 300;
  return {
    ...{ source: use, method, target: path },
    params: { ...Object.fromEntries(new URLSearchParams(query)), ...params },
    request: bodyValue(exchange),
    answer: isAnswer ? readableText(reaction.body) : undefined,
    from: `recorded in the case "${title}"`,
    isReal: false,
  };
}

/** The exchanges of a file with cases; none of one that has faults. */
function exchangesIn(text: string, file: string, contract: Contract): readonly KnownExchange[] {
  // Most cases of databases have none, and need not be parsed.
  if (!/^\s*(?:- )?http:/m.test(text)) return [];
  const cases = loadCases(text, file, contract, undefined).loaded?.cases ?? [];
  return cases.flatMap(({ case: title, http }) => http.map((exchange) => knownExchange(exchange, title)));
}

interface ReadFile {
  readonly time: number;
  readonly exchanges: readonly KnownExchange[];
}

/** Reads the cases of a profile and its bases, each file again when it has changed. */
export function recordedExchanges(contract: Contract): (files: readonly string[]) => readonly KnownExchange[] {
  const readFiles = new Map<string, ReadFile>();
  return (files) =>
    casePaths(files).flatMap((file) => {
      const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const before = readFiles.get(file);
      if (before?.time === time) return before.exchanges;
      const exchanges = exchangesIn(readText(file) ?? '', file, contract);
      readFiles.set(file, { time, exchanges });
      return exchanges;
    });
}
