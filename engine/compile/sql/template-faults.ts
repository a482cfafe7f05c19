/** Reports the faults that the parser of SQL templates finds. */

import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { TemplateFault, TemplateFaultKind } from '../../sources/sql/text/template.ts';
import type { ProfileContext } from '../context/profile-context.ts';

const faultCodes: Readonly<Record<TemplateFaultKind, { readonly code: Code; readonly hint: string }>> = {
  unclosedString: { code: 'SQL401', hint: 'Close it. A quote inside a string is written twice.' },
  unclosedComment: { code: 'SQL401', hint: 'Close it with */.' },
  unclosedBlock: { code: 'SQL402', hint: 'Write [[ AND column = :value ]], with spaces inside the brackets.' },
  nestedBlock: { code: 'SQL403', hint: 'Write two blocks one after the other.' },
  elseWithoutBlock: {
    code: 'SQL417',
    hint: 'Write [[ AND column = :value ]] [[else AND column IS NULL ]].',
  },
  blockWithoutValue: {
    code: 'MAP236',
    hint: 'Name an optional request field in the block, or remove the brackets.',
  },
  severalStatements: { code: 'SQL404', hint: 'Keep one statement; the steps of `write` run several.' },
  emptyStatement: { code: 'SQL409', hint: 'Write a statement.' },
  nativePlaceholder: { code: 'SQL411', hint: 'Write :name, for example :customerErpId or :settings.branch.' },
  unknownPart: { code: 'MAP211', hint: 'Declare it under `parts`.' },
  partCycle: { code: 'MAP212', hint: 'Remove the part from its own text.' },
};

/** Reports faults of the text `given` at `path`, and of the parts that it uses. */
export function reportTemplateFaults(
  context: ProfileContext,
  path: Path,
  given: string,
  faults: readonly TemplateFault[],
): void {
  const parts = context.profile.parts ?? {};
  for (const fault of faults) {
    const text = fault.part === undefined ? given : String(parts[fault.part] ?? '');
    // Inside of `${x}` or `{{ x }}`, which is reported separately.
    if (fault.kind === 'unknownPart' && /[${]/.test(text[fault.offset - 1] ?? '')) continue;
    // Skip the blanks before the second statement.
    const blank = /^\s*/.exec(text.slice(fault.offset))?.[0].length ?? 0;
    const range = { offset: fault.offset + blank, length: Math.max(1, fault.length - blank) };
    const at = { path: fault.part === undefined ? path : ['parts', fault.part], range };
    const { code, hint } = faultCodes[fault.kind];
    if (fault.kind !== 'unknownPart') {
      context.report(code, { ...at, message: fault.message, hint });
      continue;
    }
    const name = text.slice(fault.offset + 1, fault.offset + fault.length - 1).trim();
    const names = Object.keys(parts);
    if (Object.hasOwn(context.writtenProfile.parts ?? {}, name)) {
      // The parts that the profile has after their selection are those of SQL.
      const message = `The part "${name}" is not SQL: it is for expressions or requests.`;
      context.report('MAP215', { ...at, message, hint: 'Write SQL here, or declare a part for it.' });
      continue;
    }
    context.report(code, {
      ...at,
      message: `There is no part "${name}".`,
      ...(names.length === 0 ? { hint } : suggestion(name, names, (near) => `{${near}}`)),
    });
  }
}
