import type { Path } from '../../base/place.ts';
import { columnForms, sinceOfEndpoints, timeForms, type WrittenSinceEntry } from '../../profile/schema/since.ts';
import type { CompileContext } from '../context/context.ts';
import type { Rule } from './rule.ts';

const among = (forms: readonly string[], form: string): boolean => forms.includes(form);

function checkEntry(context: CompileContext, path: Path, { by, as, clock, version }: WrittenSinceEntry): void {
  if ((version === undefined) === (as === 'version')) {
    const message =
      version === undefined ? 'Nothing says which version it is now.' : '`version` goes with `as: version`.';
    const hint =
      version === undefined ? 'Add `version:` with the SQL that gives it.' : 'Write `as: version`, or take it away.';
    context.report('MAP118', { path: [...path, version === undefined ? 'as' : 'version'], key: true, message, hint });
  }
  if (as === undefined) return;
  const isPair = Array.isArray(by);
  if (isPair ? !among(timeForms, as) : !among(columnForms, as)) {
    context.report('MAP118', {
      path: [...path, 'as'],
      message: `\`as: ${as}\` is a form of ${isPair ? 'one column' : 'the second of two columns'}, and \`by\` names ${isPair ? 'two' : 'one'}.`,
      hint: `Possible here: ${(isPair ? timeForms : columnForms).join(', ')}. Without \`as\` it is a ${isPair ? 'date, and a time' : 'date and time'} of the database.`,
    });
  }
  if (clock !== undefined && (as.startsWith('unix') || as === 'version')) {
    const what = as === 'version' ? 'A version has no time' : 'Seconds since 1970 are the same on every clock';
    const message = `${what}, so \`clock\` means nothing with \`as: ${as}\`.`;
    context.report('MAP118', { path: [...path, 'clock'], key: true, message, hint: 'Take `clock` away.' });
  }
}

/** A form of `since` fits the number of its columns. */
export const sinceForms: Rule = (context) => {
  for (const { entry, path } of sinceOfEndpoints(context.profile.endpoints)) checkEntry(context, path, entry);
};
