/** Checks constants of the profile against a type of the vendor's description. */

import type { Path } from '../../../base/place.ts';
import type { DescribedType, ScalarKind } from '../../../description/model.ts';
import { canBe } from '../../../description/scalar-forms.ts';
import { suggestion } from '../../../diagnostics/did-you-mean.ts';
import type { ValueType } from '../../../transform/value-type.ts';
import type { CompileContext } from '../../context/context.ts';

const words: Readonly<Record<Exclude<ScalarKind, 'any'>, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  instant: 'a date and time',
  time: 'a time of day',
};

/** Reports a constant that no value of the type can be. `what` begins the message: `The parameter "status"`. A text with a value of the request is not checked. */
export function checkConstant(
  context: CompileContext,
  path: Path,
  value: unknown,
  type: DescribedType,
  what: string,
): void {
  if (type.kind !== 'scalar' || value === null || typeof value === 'object') return;
  const text = String(value);
  if (/\{\{|\$\{/.test(text)) return;
  const { scalar, values, maxLength, name } = type;
  if (values !== undefined && !values.includes(text)) {
    const { hint } = suggestion(text, values);
    context.report('API806', { path, message: `${what} has no value "${text}".`, hint });
  } else if (!canBe(scalar, text) && scalar !== 'any') {
    context.report('API806', {
      path,
      message: `${what} is ${words[scalar]} (${name}), not "${text}".`,
      hint: 'Give another value.',
    });
  } else if (maxLength !== undefined && typeof value === 'string' && text.length > maxLength) {
    const message = `${what} has at most ${maxLength} characters, and this text has ${text.length}.`;
    context.report('API810', { path, message, hint: 'Shorten it.' });
  }
}

/** The kinds of JSON values that are written for a kind: dates and times are texts. */
const jsonKind = (scalar: ScalarKind): 'text' | 'number' | 'boolean' | undefined => {
  switch (scalar) {
    case 'any':
      return undefined;
    case 'number':
    case 'boolean':
      return scalar;
    case 'text':
    case 'date':
    case 'instant':
    case 'time':
      return 'text';
  }
};

/** Reports the value of an expression, in a JSON body, whose type the member never has. */
export function checkValueType(
  context: CompileContext,
  path: Path,
  given: ValueType,
  type: DescribedType,
  what: string,
): void {
  if (given.kind === 'union') {
    for (const one of given.types) checkValueType(context, path, one, type, what);
    return;
  }
  const isObject = given.kind === 'object';
  const isList = given.kind === 'list';
  const scalar =
    given.kind === 'text' ||
    given.kind === 'number' ||
    given.kind === 'boolean' ||
    given.kind === 'date' ||
    given.kind === 'instant' ||
    given.kind === 'time'
      ? given.kind
      : undefined;
  if (!isObject && !isList && scalar === undefined) return;
  const name = isObject ? 'a record' : isList ? 'a list' : words[scalar ?? 'text'];
  const report = (wanted: string): void =>
    context.report('API806', {
      path,
      message: `${what} is ${wanted}, and this is ${name}.`,
      hint: 'Give a value of that type.',
    });
  switch (type.kind) {
    case 'unknown':
      return;
    case 'list':
    case 'tuple':
      if (!isList) report('a list');
      return;
    case 'record':
      if (!isObject) report('a record');
      return;
    case 'scalar': {
      // The value of a constant is not known here.
      if (given.kind === 'boolean' && type.orFalse === true) return;
      // XML writes every value as a text.
      const isWritten = type.name.startsWith('xs:') && scalar !== undefined;
      const wanted = jsonKind(type.scalar);
      const isText = type.mayBeText === true && given.kind === 'text' && given.isExact !== true;
      if (wanted !== undefined && !isText && !isWritten && (scalar === undefined || jsonKind(scalar) !== wanted))
        report(`${words[wanted]} (${type.name})`);
      if (given.kind === 'text' && given.literal !== undefined) checkConstant(context, path, given.literal, type, what);
    }
  }
}
