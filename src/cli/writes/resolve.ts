/** `engine writes resolve`. */
import { type Command, Option } from 'commander';

import { type Change, type Decision, readAnswer } from '../../../engine/index.ts';
import type { Host } from '../../service/host.ts';
import { UsageError } from '../shared/usage.ts';
import { absent, type End, isWanted, known, needsWord, type Told, verbOnOne, withWrites } from './open-claims.ts';
import { answerText, writeText } from './text.ts';

interface ResolveFlags {
  readonly notWritten?: true;
  readonly answer?: string;
  readonly look?: true;
  readonly yes?: true;
  readonly format: string;
}

function decisionOf(host: Host, endpoint: string, { notWritten, answer, look }: ResolveFlags): Decision {
  if ([notWritten, answer, look].filter((flag) => flag !== undefined).length !== 1)
    throw new UsageError("say what the ERP has: --not-written, or --answer '{...}'; or let it be looked up: --look");
  if (look) return { kind: 'look again' };
  if (answer === undefined) return { kind: 'not written' };
  const given = readAnswer(host.contract, endpoint, answer);
  if (given.ok) return { kind: 'written', result: given.members };
  throw new UsageError(`the answer ${given.fault}`);
}

/** What a person has to agree to; undefined where nothing can go wrong. */
function consequence(decision: Decision): string | undefined {
  switch (decision.kind) {
    case 'not written':
      return 'Resolved so, the next request with this key writes the document. Where the ERP has it after all, there will be two.';
    case 'written':
      return `Resolved so, every request with this key is answered: ${answerText(decision.result)}. Nothing is sent to the ERP.`;
    case 'look again':
      return undefined;
  }
}

function told({ kind }: Decision, change: Exclude<Change, { readonly kind: 'absent' }>): Told {
  switch (change.kind) {
    case 'changed': {
      const write = change.after;
      if (kind !== 'look again') return { outcome: 'resolved', message: 'Resolved.', write };
      const message = 'The service that is running looks the document up within seconds: engine writes show';
      return { outcome: 'looking', message, write };
    }
    case 'unneeded':
      return {
        outcome: 'unneeded',
        message: 'It is about to be looked up already. Nothing was changed.',
        write: change.write,
      };
    case 'refused':
      return { outcome: 'refused', message: `${change.reason}\nNothing was changed.`, write: change.write };
    case 'overtaken': {
      const message = 'It has changed since it was shown, so that nothing was changed. Look again: engine writes show';
      return { outcome: 'overtaken', message, write: change.write };
    }
  }
}

export function addResolve(writes: Command, host: Host, end: End): void {
  const command = verbOnOne(writes, 'resolve', 'say whether the ERP has the document of an unknown or held write', [
    '/sale-draft PO-2026-0317 --not-written',
    '/sale-draft PO-2026-0317 --look',
  ])
    .addOption(new Option('--not-written', 'the ERP has no such document'))
    .addOption(new Option('--answer <json>', 'it has: what requests with the key are answered'))
    .addOption(new Option('--look', 'let the running service look it up once more'))
    .addOption(new Option('--yes', 'do not ask'));
  command.action(async (endpoint: string, key: string) => {
    const flags = command.opts<ResolveFlags>();
    const decision = decisionOf(host, known(host, endpoint), flags);
    const warning = consequence(decision);
    if (warning !== undefined) needsWord(host, flags);
    await withWrites(host, command, end, async (opened) => {
      const { isJson, tell } = opened;
      const write = await opened.writes.show(endpoint, key);
      if (write === undefined) return tell(absent(opened, endpoint, key));
      if (!isJson) host.out(`${writeText(write)}\n`);
      if (warning !== undefined && (write.state.kind === 'unknown' || write.state.kind === 'held')) {
        if (!isJson) host.out(`${warning}\n`);
        if (!(await isWanted(host, flags.yes, 'Resolve it?'))) {
          host.out('Nothing was changed.\n');
          return 1;
        }
      }
      const change = await opened.writes.resolve(write, decision);
      return tell(change.kind === 'absent' ? absent(opened, endpoint, key) : told(decision, change));
    });
  });
}
