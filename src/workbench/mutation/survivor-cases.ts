/** Cases for survivors that the fixture can show: a request that the mutant answers in another way, and the answer of the unchanged profile. */
import { parseBody } from '../../../engine/index.ts';
import { yamlText } from '../testing/yaml-text.ts';
import type { MutationReport } from './report.ts';

const header = `# Written by engine test --mutate --write-cases. Each request is answered in another way if the profile has the mistake in the title.
# The answers are those of the profile as it is: compare each one with the ERP before you keep it.
`;

interface SurvivorCases {
  /** The text of a case file; undefined where no survivor can be shown. */
  readonly text: string | undefined;
  readonly count: number;
}

/** `settings`: those of the run. `now`: its time, in milliseconds since the epoch. */
export function survivorCases(
  { results, reasons }: MutationReport,
  { settings, now }: { readonly settings: Readonly<Record<string, string>>; readonly now: number },
): SurvivorCases {
  const cases = results.flatMap(({ mutant, verdict }) => {
    if (verdict.kind !== 'survived' || verdict.shows === undefined || reasons.has(mutant.id)) return [];
    const { path: call, text, answer } = verdict.shows;
    const request = fieldsOf(text);
    const response = fieldsOf(answer);
    if (request === undefined || response === undefined) return [];
    return [{ case: `not ${mutant.id}`, call, request, response }];
  });
  if (cases.length === 0) return { text: undefined, count: 0 };
  const file = {
    now: new Date(now).toISOString(),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    cases,
  };
  return { text: header + yamlText(file), count: cases.length };
}

/** The members of a JSON object without `schemaVersion`; undefined for anything else, such as the status of a refusal. */
function fieldsOf(text: string): object | undefined {
  const parsed = parseBody(text);
  if (!parsed.ok || typeof parsed.body !== 'object' || parsed.body === null || Array.isArray(parsed.body))
    return undefined;
  return Object.fromEntries(Object.entries(parsed.body).filter(([name]) => name !== 'schemaVersion'));
}
