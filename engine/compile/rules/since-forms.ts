/** Rule: the form of a `since` entry fits the number of its columns. */
import type { Path } from '../../base/place.ts';
import { columnForms, sinceOfEndpoints, timeForms, type WrittenSinceEntry } from '../../profile/schema/since.ts';
import type { Rule, RuleContext } from './rule.ts';

const among = (forms: readonly string[], form: string): boolean => forms.includes(form);

function checkEntry(context: RuleContext, path: Path, { by, as, clock, version }: WrittenSinceEntry): void {
  if ((version === undefined) === (as === 'version')) {
    const message =
      version === undefined
        ? 'The entry does not say how to read the current version.'
        : '`version` requires `as: version`.';
    const hint =
      version === undefined
        ? 'Add `version:` with the SQL that reads it.'
        : 'Write `as: version`, or remove `version`.';
    context.report('MAP118', { path: [...path, version === undefined ? 'as' : 'version'], key: true, message, hint });
  }
  if (as === undefined) return;
  const isPair = Array.isArray(by);
  if (isPair ? !among(timeForms, as) : !among(columnForms, as)) {
    context.report('MAP118', {
      path: [...path, 'as'],
      message: `\`as: ${as}\` is a form of ${isPair ? 'one column' : 'the second of two columns'}, but \`by\` names ${isPair ? 'two' : 'one'}.`,
      hint: `Possible here: ${(isPair ? timeForms : columnForms).join(', ')}. Without \`as\`, ${isPair ? 'the columns are a date and a time' : 'the column is a date and time'} of the database.`,
    });
  }
  if (clock !== undefined && (as.startsWith('unix') || as === 'version')) {
    const what = as === 'version' ? 'A version has no time' : 'Seconds since 1970 are the same on every clock';
    const message = `${what}, so \`clock\` has no effect with \`as: ${as}\`.`;
    context.report('MAP118', { path: [...path, 'clock'], key: true, message, hint: 'Remove `clock`.' });
  }
}

/** Reports MAP118: an entry whose `as`, `version` or `clock` does not fit its one or two columns. */
export const sinceForms: Rule = (context) => {
  for (const { entry, path } of sinceOfEndpoints(context.profile.endpoints)) checkEntry(context, path, entry);
};
