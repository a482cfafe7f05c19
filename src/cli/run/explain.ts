/** `engine run --explain`: shows what a call would send. Runs nothing and opens no connection. */
import { readBases } from '../../../engine/index.ts';
import { type Preview, type PreviewStep, previewCall } from '../../../engine/tools/index.ts';

import { readText } from '../../service/config/environment.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import type { Call } from '../../service/lifecycle/run-once.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { refusalOf } from '../../service/server/refusal.ts';
import { shown } from '../../workbench/testing/statement-lines.ts';
import { UsageError } from '../shared/usage.ts';
import { curlOf } from './steps.ts';

/** Parses a fact such as `has_branches=true`. Throws `UsageError`. */
function factOf(given: string): readonly [string, boolean] {
  const [, name, truth] = /^(\w+)=(true|false)$/.exec(given) ?? [];
  if (name === undefined) throw new UsageError(`--fact takes name=true or name=false, not "${given}"`);
  return [name, truth === 'true'];
}

function sentLines({ sent }: PreviewStep): readonly string[] {
  switch (sent.kind) {
    case 'statement': {
      const values = sent.parameters.map(({ name, value }) =>
        value === undefined ? `${name}: from an earlier answer` : `${name} = ${shown(value)}`,
      );
      return [...sent.sql.trim().split('\n'), ...new Set(values)];
    }
    case 'request':
      return [curlOf(sent.request)];
    case 'note':
      return [sent.text];
  }
}

function stepText(step: PreviewStep, number: number): string {
  const { at, source, when } = step;
  const head = `${number}. ${at} (${source})${when === undefined ? '' : `, ${when}`}`;
  return [head, ...sentLines(step).map((line) => `   ${line}`)].join('\n');
}

function conclude(host: Host, preview: Preview, path: string, sources: ReadonlyMap<string, string>): ExitStatus {
  switch (preview.kind) {
    case 'faulty':
      showDiagnostics(host, preview.diagnostics, sources);
      return 1;
    case 'refused': {
      const { status, message, fields = [] } = refusalOf(preview.problem);
      host.err(`${status}, nothing is sent: ${message}\n`);
      for (const { field, message: reason } of fields) host.err(`  ${field} ${reason}\n`);
      return 1;
    }
    case 'unprovided':
      host.err(`Nothing is sent: the profile does not provide ${path}: ${preview.reason}\n`);
      return 1;
    case 'undecided':
      host.err(
        `The call depends on facts that only the ERP knows. Set them: ${preview.facts.map((name) => `--fact ${name}=true`).join(' ')}\n`,
      );
      return 1;
    case 'steps': {
      const blocks = preview.steps.map((step, index) => stepText(step, index + 1));
      host.out(`${[`POST ${path} ${shown(preview.request)}`, ...blocks].join('\n\n')}\n`);
      return 0;
    }
  }
}

/** `facts`: values of `--fact`. */
export async function explainCall(
  host: Host,
  { endpoint, body, profile }: Pick<Call, 'endpoint' | 'body' | 'profile'>,
  facts: readonly string[],
  format: 'text' | 'json',
): Promise<ExitStatus> {
  const { profileFile, profileName: file, locate, contract, environment } = profile;
  const text = readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, file, locate);
  const preview = await previewCall({
    contract,
    text,
    file,
    bases,
    environment,
    facts: new Map(facts.map(factOf)),
    path: endpoint.path,
    body,
    now: host.now(),
  });
  if (format === 'text') return conclude(host, preview, endpoint.path, new Map([[file, text], ...bases.texts]));
  host.out(`${shown(preview)}\n`);
  return preview.kind === 'steps' ? 0 : 1;
}
