/** `engine writes resolve`. */
import { type Command, Option } from 'commander';

import { type Decision, readAnswer } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { decisionConsequence, isDoubtful, resultOf } from '../../service/lifecycle/write-actions.ts';
import { confirm, type End, requireConfirmable } from '../shared/store-verbs.ts';
import { UsageError } from '../shared/usage.ts';
import { writeText } from './text.ts';
import { absent, verbOnOne, verbResult, withWrites, writeEndpoint } from './with-writes.ts';

interface ResolveFlags {
  readonly notWritten?: true;
  readonly answer?: string;
  readonly look?: true;
  readonly yes?: true;
  readonly format: string;
}

/** The operator's decision. Throws `UsageError` unless exactly one flag gives it. */
function decisionOf(host: Host, endpoint: string, { notWritten, answer, look }: ResolveFlags): Decision {
  if ([notWritten, answer, look].filter((flag) => flag !== undefined).length !== 1)
    throw new UsageError("give one of --not-written, --answer '{...}' and --look");
  if (look) return { kind: 'look again' };
  if (answer === undefined) return { kind: 'not written' };
  const given = readAnswer(host.contract, endpoint, answer);
  if (given.ok) return { kind: 'written', result: given.members };
  throw new UsageError(`the answer ${given.fault}`);
}

/** `engine writes resolve`: asks for confirmation where a decision can cause a second document. Ends with 1 where nothing was changed. */
export function addResolve(writes: Command, host: Host, end: End): void {
  const command = verbOnOne(writes, {
    name: 'resolve',
    description: 'record whether the ERP has the document of a write whose state is unknown or held',
    examples: ['/sale-draft PO-2026-0317 --not-written', '/sale-draft PO-2026-0317 --look'],
  })
    .addOption(new Option('--not-written', 'the ERP does not have the document'))
    .addOption(new Option('--answer <json>', 'the ERP has it: the answer to requests with the key'))
    .addOption(new Option('--look', 'let the running service look it up again'))
    .addOption(new Option('--yes', 'do not ask for confirmation'));
  command.action(async (endpoint: string, key: string) => {
    const flags = command.opts<ResolveFlags>();
    const decision = decisionOf(host, writeEndpoint(host, endpoint), flags);
    const warning = decisionConsequence(decision);
    if (warning !== undefined) requireConfirmable(host, flags);
    await withWrites(host, command, end, async (opened) => {
      const { isJson, conclude } = opened;
      const write = await opened.writes.show(endpoint, key);
      if (write === undefined) return conclude(absent(opened, endpoint, key));
      if (!isJson) host.out(`${writeText(write)}\n`);
      if (warning !== undefined && isDoubtful(write)) {
        if (!isJson) host.out(`${warning}\n`);
        if (!(await confirm(host, flags.yes, 'Resolve it?'))) {
          host.out('Nothing was changed.\n');
          return 1;
        }
      }
      const change = await opened.writes.resolve(write, decision);
      return conclude(
        change.kind === 'absent' ? absent(opened, endpoint, key) : verbResult(resultOf(decision, change)),
      );
    });
  });
}
