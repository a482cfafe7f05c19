/** Completion in expressions and in texts with {{ }} and ${ }. */
import { isMap } from '../../../../engine/host/index.ts';
import type { DescribedName, Path } from '../../../../engine/index.ts';
import { endpointAt } from '../profile/contract-fields.ts';
import { type ProfileView, sectionOf } from '../profile/view.ts';
import { type Completion, type CompletionKind, type Completions, fitting, item, none } from '../proposals/item.ts';
import { partsOf } from '../sql/statement.ts';
import type { Span } from '../text/positions.ts';
import { expressionScope, knownMembers } from './known-types.ts';
import { expressionFunctions, variableMeanings } from './library.ts';
import { memberPath, stepsAround, withoutFilters } from './member-path.ts';

/** The text before the cursor, and the span of the word there. */
interface Written {
  readonly before: string;
  /** Makes the span of the last characters before the cursor, and of the rest of the word. */
  readonly last: (length: number) => Span;
}

function settingItems(view: ProfileView, span: Span, insert = (name: string): string => name): readonly Completion[] {
  return sectionOf(view, 'settings').map(([name, setting]) => {
    const settingSpec = isMap(setting) ? setting : {};
    const detail =
      settingSpec.secret === true ? 'secret' : typeof settingSpec.type === 'string' ? settingSpec.type : 'text';
    const documentation = typeof settingSpec.description === 'string' ? settingSpec.description : undefined;
    return item(name, 'setting', span, 1, { insert: insert(name), detail, documentation });
  });
}

function functionItems(span: Span): readonly Completion[] {
  return expressionFunctions.map(({ name, signature, meaning }) =>
    item(`$${name}`, 'function', span, 3, { detail: signature, documentation: meaning, insert: `$${name}(` }),
  );
}

const memberItem = ({ name, detail, documentation }: DescribedName, kind: CompletionKind, span: Span): Completion => ({
  ...item(name, kind, span, 1, { detail, documentation }),
  insert: isName(name) ? name : `\`${name}\``,
});

const isName = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);

/** Completions in an expression that ends, so far, with the text before the cursor. */
function inExpression(view: ProfileView, path: Path, { before, last }: Written): Completions {
  const scope = expressionScope(view, path);
  const setting = /\$settings\.(\w*)$/.exec(before);
  if (setting !== null) return fitting(settingItems(view, last(setting[1]?.length ?? 0)), setting[1] ?? '');
  const request = /\$request\.(\w*)$/.exec(before);
  if (request !== null) {
    const fields = Object.entries(endpointAt(view, path)?.request ?? {});
    const span = last(request[1]?.length ?? 0);
    return fitting(
      fields.map(([name, { type, description }]) =>
        item(name, 'field', span, 1, { detail: type, documentation: description }),
      ),
      request[1] ?? '',
    );
  }
  const part = /\{\s*([\w-]*)$/.exec(before);
  const variable = /\$(\w*)$/.exec(before);
  if (variable !== null) {
    const span = last(variable[0].length);
    const variables = (scope?.variables ?? ['settings', 'request', 'now', 'today']).map((name) =>
      item(`$${name}`, 'variable', span, 1, { documentation: variableMeanings[name] }),
    );
    return fitting([...variables, ...functionItems(span)], variable[0]);
  }
  // What a call or a group gives is not known.
  if (/[)}]\.[\p{L}\p{N}_]*$/u.test(before)) return none;
  const around = stepsAround(before);
  const member = memberPath.exec(withoutFilters(before));
  if (member !== null) {
    const steps = (member[1] ?? '').split('.').filter((step) => step !== '' && step !== '$');
    const span = last(member[2]?.length ?? 0);
    const inside = steps[0]?.startsWith('$') === true ? steps : [...around, ...steps];
    return fitting(
      knownMembers(view, path, inside).map((one) => memberItem(one, 'field', span)),
      member[2] ?? '',
    );
  }
  const word = /[\p{L}_]?[\p{L}\p{N}_]*$/u.exec(before)?.[0] ?? '';
  const span = last(word.length);
  const members = knownMembers(view, path, around);
  const columns = around.length > 0 ? [] : (scope?.names ?? []);
  const names = [
    ...columns.map(
      (name) => members.find((one) => one.name === name) ?? { name, detail: undefined, documentation: undefined },
    ),
    ...members.filter(({ name }) => !columns.includes(name)),
  ];
  const parts = part === null ? [] : partsOf(view, 'expression').map((name) => item(name, 'part', span, 0));
  const functions = word === '' ? functionItems(span) : [];
  return fitting([...parts, ...names.map((one) => memberItem(one, 'column', span)), ...functions], word);
}

/** Completion in an expression. `at`: the cursor as an offset in the text; `start`: the offset of the text in the file. */
export function completeExpression(
  view: ProfileView,
  path: Path,
  text: string,
  at: number,
  start: number,
): Completions {
  return inExpression(view, path, written(text, at, start));
}

function written(text: string, at: number, start: number): Written {
  const rest = /^[\p{L}\p{N}_]*/u.exec(text.slice(at))?.[0].length ?? 0;
  return { before: text.slice(0, at), last: (length) => ({ start: start + at - length, end: start + at + rest }) };
}

/** Completion in a text that may contain {{ expressions }} and ${settings}. */
export function completeTemplate(view: ProfileView, path: Path, text: string, at: number, start: number): Completions {
  const { before, last } = written(text, at, start);
  const setting = /\$\{(\w*)$/.exec(before);
  if (setting !== null) {
    const closing = text.startsWith('}', at) ? '' : '}';
    const items = settingItems(view, last(setting[1]?.length ?? 0), (name) => `${name}${closing}`);
    return fitting(items, setting[1] ?? '');
  }
  const open = before.lastIndexOf('{{');
  if (open < 0 || before.lastIndexOf('}}') > open) return none;
  return inExpression(view, path, { before: before.slice(open + 2), last });
}
