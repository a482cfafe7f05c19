/** Rule: the parameters of a part have names of their own, and its SQL uses each of them. */

import type { Path } from '../../base/place.ts';
import { closest } from '../../diagnostics/did-you-mean.ts';
import { mentionsPart } from '../../profile/parts/mentions-part.ts';
import type { PartSpec } from '../../profile/schema/index.ts';
import { parametersOf, variantsOf } from '../../profile/schema/settings.ts';
import type { Rule } from './rule.ts';

/** The SQL of a part: of all of its variants. */
function textsOf(part: PartSpec): readonly string[] {
  if (typeof part === 'string') return [part];
  const partText = !Array.isArray(part) && typeof part.sql === 'string' ? [part.sql] : [];
  return [...partText, ...(variantsOf(part) ?? []).flatMap(({ sql }) => sql ?? [])];
}

/** Whether a text uses an undeclared name that probably means the parameter. That name is reported where it is used. */
function isMeant(parameter: string, texts: readonly string[], parameterNames: readonly string[]): boolean {
  const used = texts.flatMap((text) => [...text.matchAll(/\{([^{}()]+)[(}]/g)].map(([, name]) => name ?? ''));
  return used.some((name) => !parameterNames.includes(name) && closest(name, parameterNames) === parameter);
}

/** Reports MAP217: a parameter that is there twice, has the name of a part, or is not used. */
export const partParameters: Rule = (context) => {
  const parts = context.writtenProfile.parts ?? {};
  for (const [name, part] of Object.entries(parts)) {
    const parameters = parametersOf(part);
    const texts = textsOf(part);
    if (texts.length === 0) continue;
    const usableNames = [...parameters, ...Object.keys(parts)];
    for (const [index, parameter] of parameters.entries()) {
      const path: Path = ['parts', name, 'with', index];
      if (parameters.indexOf(parameter) < index) {
        const message = `The part "${name}" has the parameter "${parameter}" twice.`;
        context.report('MAP217', { path, message, hint: 'Remove one, or give it another name.' });
      } else if (Object.hasOwn(parts, parameter)) {
        const message = `There is a part "${parameter}", so that {${parameter}} would have two meanings in the part "${name}".`;
        context.report('MAP217', { path, message, hint: 'Give the parameter another name.' });
      } else if (!texts.some((text) => mentionsPart(text, parameter)) && !isMeant(parameter, texts, usableNames)) {
        const message = `The SQL of the part "${name}" does not use the parameter "${parameter}", so that its argument has no effect.`;
        context.report('MAP217', { path, message, hint: `Write {${parameter}} in the SQL, or remove the parameter.` });
      }
    }
  }
};
