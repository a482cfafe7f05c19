/** Reports the faults that the parser of SQL templates finds. */

import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { parametersOf } from '../../profile/schema/settings.ts';
import type { TemplateFault, TemplateFaultKind } from '../../sources/sql/text/template-fault.ts';
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
  unclosedCall: { code: 'MAP216', hint: 'Write {name(first, second)}.' },
  blockInArgument: { code: 'MAP216', hint: 'Write the block around the part, or in its SQL.' },
  emptyArgument: { code: 'MAP216', hint: 'Write NULL for no value, or remove the comma.' },
  hiddenName: { code: 'MAP216', hint: 'Give the table in the part, or the one outside of it, another alias.' },
  wrongArguments: { code: 'MAP216', hint: 'Give one argument for each parameter.' },
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
    const [, name = ''] = /^\{\s*([^(){}]*[^(){}\s])/.exec(text.slice(fault.offset)) ?? [];
    const parameters = parametersOf(context.writtenProfile.parts?.[name]);
    if (fault.kind === 'wrongArguments' && parameters.length > 0) {
      const right = `Write {${name}(${parameters.join(', ')})}, with an SQL expression for each of them.`;
      context.report(code, { ...at, message: fault.message, hint: right });
      continue;
    }
    if (fault.kind !== 'unknownPart') {
      context.report(code, { ...at, message: fault.message, hint });
      continue;
    }
    const parameterNames = fault.part === undefined ? [] : parametersOf(context.writtenProfile.parts?.[fault.part]);
    const names = [...parameterNames, ...Object.keys(parts)];
    const isCall = text[fault.offset + name.length + 1] === '(';
    const nameAt = isCall ? { ...at, range: { offset: fault.offset + 1, length: name.length } } : at;
    if (Object.hasOwn(context.writtenProfile.parts ?? {}, name)) {
      // The parts that the profile has after their selection are those of SQL.
      const message = `The part "${name}" is not SQL: it is for expressions or requests.`;
      context.report('MAP215', { ...at, message, hint: 'Write SQL here, or declare a part for it.' });
      continue;
    }
    context.report(code, {
      ...nameAt,
      message: `There is no part${parameterNames.length === 0 ? '' : ' or parameter'} "${name}".`,
      ...(names.length === 0 ? { hint } : suggestion(name, names, (near) => (isCall ? near : `{${near}}`))),
    });
  }
}
