/** Checks constants of the profile against a type of the vendor's description. */

import { ExactNumber } from '../../../base/exact-number.ts';
import type { Path } from '../../../base/place.ts';
import { valueWords } from '../../../base/value-words.ts';
import type { DescribedType, ScalarKind, ScalarType } from '../../../description/model.ts';
import { type ScalarFault, scalarFault, textFault } from '../../../description/scalar-forms.ts';
import { suggestion } from '../../../diagnostics/did-you-mean.ts';
import type { ValueType } from '../../../transform/value-type.ts';
import type { CompileContext } from '../../context/context.ts';

/** The type of a constant in a message. An enumeration of the vendor without a kind is a text. */
const typeInWords = ({ scalar, name }: ScalarType): string =>
  scalar === 'any' ? name : `${valueWords[scalar]} (${name})`;

function reportFault(
  context: CompileContext,
  path: Path,
  value: unknown,
  type: ScalarType,
  fault: ScalarFault | undefined,
  what: string,
): void {
  const text = value instanceof ExactNumber ? value.text : String(value);
  switch (fault) {
    case undefined:
      return;
    case 'kind': {
      const message = `${what} is ${typeInWords(type)}, not ${typeof value === 'string' ? `"${text}"` : text}.`;
      context.report('API806', { path, message, hint: 'Give another value.' });
      return;
    }
    case 'values': {
      const { hint } = suggestion(text, type.values ?? []);
      context.report('API806', { path, message: `${what} has no value "${text}".`, hint });
      return;
    }
    case 'length': {
      const message = `${what} has at most ${type.maxLength} characters, and this text has ${text.length}.`;
      context.report('API810', { path, message, hint: 'Shorten it.' });
    }
  }
}

/** Whether the text has a value of the request or of a setting that is not known here. */
const isOpenText = (value: unknown): boolean => typeof value === 'string' && /\{\{|\$\{/.test(value);

/** Reports a constant that is no value of the type. `what` begins the message: `The parameter "status"`. */
type ConstantCheck = (context: CompileContext, path: Path, value: unknown, type: DescribedType, what: string) => void;

/** For a constant that is written as a text: in a parameter, a header, a form or XML. */
export const checkTextConstant: ConstantCheck = (context, path, value, type, what) => {
  if (type.kind !== 'scalar' || value === null || isOpenText(value)) return;
  if (typeof value === 'object' && !(value instanceof ExactNumber)) return;
  const text = value instanceof ExactNumber ? value.text : String(value);
  reportFault(context, path, text, type, textFault(text, type), what);
};

/** For a constant of a JSON body. */
export const checkJsonConstant: ConstantCheck = (context, path, value, type, what) => {
  if (isOpenText(value)) return;
  const isNumber = typeof value === 'number' || value instanceof ExactNumber;
  const kind = isNumber ? 'number' : typeof value === 'string' ? 'text' : 'boolean';
  if (type.kind !== 'scalar') {
    checkValueType(context, path, { kind }, type, what);
    return;
  }
  // XML writes every value as a text.
  if (type.name.startsWith('xs:')) {
    checkTextConstant(context, path, value, type, what);
    return;
  }
  // The form of a time and of a number with many digits depends on the version and on a header.
  const fault = scalarFault(value, type, { hasOldTimes: true, hasTextNumbers: false });
  if (fault === 'kind' && kind !== 'text' && kind !== jsonKind(type.scalar))
    checkValueType(context, path, { kind }, type, what);
  else reportFault(context, path, value, type, fault, what);
};

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
  const name = isObject ? 'a record' : isList ? 'a list' : valueWords[scalar ?? 'text'];
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
      if (given.kind === 'boolean' && type.orFalse === true) return;
      // XML writes every value as a text.
      const isWritten = type.name.startsWith('xs:') && scalar !== undefined;
      const wanted = jsonKind(type.scalar);
      const isText = type.mayBeText === true && given.kind === 'text' && given.isExact !== true;
      if (wanted !== undefined && !isText && !isWritten && (scalar === undefined || jsonKind(scalar) !== wanted))
        report(`${valueWords[wanted]} (${type.name})`);
      else if (given.kind === 'text' && given.literal !== undefined)
        checkJsonConstant(context, path, given.literal, type, what);
    }
  }
}
