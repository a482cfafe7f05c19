/** Checks the settings in expressions and messages: names, secrets, and `${setting}`, which only requests and connections replace. */
import type { Path } from '../../base/place.ts';
import { suggest, suggestion } from '../../diagnostics/did-you-mean.ts';
import type { Expression } from '../../transform/expression.ts';
import { settingKind } from '../context/setting-kind.ts';
import type { ExpressionContext, LocationAt, TextLocation } from './expression-scope.ts';

/** Reports settings that are not declared, and secrets: JSONata would silently read no value. */
export function checkSetting(context: ExpressionContext, where: TextLocation, name: string): void {
  const names = Object.keys(context.profile.settings ?? {});
  if (!names.includes(name)) {
    const cure = names.length === 0 ? { hint: 'Declare it under `settings`.' } : suggestion(name, names);
    context.report('MAP201', { ...where, message: `There is no setting "${name}".`, ...cure });
  } else if (settingKind(context, name) === 'secret') {
    const message = `The setting "${name}" is a secret. Expressions cannot read secrets.`;
    context.report('MAP206', { ...where, message, hint: 'Use a setting that is a plain value.' });
  }
}

/** A setting as requests and connections insert it. */
const insertedSetting = /\$\{([A-Za-z_]\w*)\}/g;

/** Reports `${setting}` in a text literal, which JSONata leaves as it is. */
export function checkTexts(context: ExpressionContext, at: LocationAt, expression: Expression): void {
  for (const { text, end } of expression.texts) {
    for (const [whole, name = ''] of text.matchAll(insertedSetting)) {
      reportInserted(context, at(expression.text.lastIndexOf(whole, end), whole.length), name, 'expression');
    }
  }
}

function reportInserted(
  context: ExpressionContext,
  where: TextLocation,
  name: string,
  place: 'expression' | 'message',
): void {
  const names = Object.keys(context.profile.settings ?? {});
  const message = `\${${name}} is not replaced in ${place === 'expression' ? 'an expression' : 'a message'}: it remains literal text.`;
  if (!names.includes(name)) {
    const hint = names.length === 0 ? 'Declare the setting under `settings`.' : suggest(name, names);
    context.report('EXP309', { ...where, message, hint });
    return;
  }
  const isSecret = settingKind(context, name) === 'secret';
  const read = place === 'expression' ? `Write $settings.${name}, without quotes.` : `Write {{ $settings.${name} }}.`;
  const hint = isSecret ? `Expressions cannot read secrets. In a request, write \${${name}} outside of {{ }}.` : read;
  context.report('EXP309', { ...where, message, hint });
}

/** Reports `${setting}` in a message, outside of {{ }}. */
export function checkMessageText(context: ExpressionContext, path: Path, text: string): void {
  // The text inside {{ }} is checked as an expression.
  const outside = text.replaceAll(/\{\{.*?\}\}/gs, ({ length }) => ' '.repeat(length));
  for (const match of outside.matchAll(insertedSetting)) {
    const [whole, name = ''] = match;
    reportInserted(context, { path, range: { offset: match.index, length: whole.length } }, name, 'message');
  }
}
