/** `codes`: what the ERP has, and what the contract gets for it. */
import type { Field } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { plainValue } from '../../description/model.ts';
import { closest, suggest, suggestion } from '../../diagnostics/did-you-mean.ts';
import type { Finding } from '../../diagnostics/reporter.ts';
import type { CodeMap } from '../../plan/compute-row.ts';
import { enumerationOf, type ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredCodes } from '../context/coverage-points.ts';

type CodeSpec = Readonly<Record<string, string | number | boolean>> | string;

/** The map itself, or the value of the setting that it names. Undefined, and a report, where there is none. */
function mapOf(context: CompileContext, path: Path, spec: CodeSpec): object | undefined {
  if (typeof spec !== 'string') return spec;
  const name = spec.slice(2, -1);
  const settingNames = Object.keys(context.profile.settings ?? {});
  if (!settingNames.includes(name)) {
    const hint =
      settingNames.length === 0 ? 'Declare it under `settings`, with `type: map`.' : suggest(name, settingNames);
    context.report('MAP201', { path, message: `There is no setting "${name}".`, hint });
    return undefined;
  }
  const map = context.settings.get(name);
  if (typeof map === 'object') return map;
  // A setting without a value has been reported at its declaration.
  if (map === undefined) return undefined;
  context.report('MAP206', {
    path,
    message: `The setting "${name}" is not a map.`,
    hint: 'Declare it with `type: map`.',
  });
  return undefined;
}

/** Reports a value that is another spelling of a word of the contract. */
export function checkSpelling(
  context: CompileContext,
  at: Pick<Finding, 'path' | 'range'>,
  word: string,
  field: Field | undefined,
): void {
  const words = field?.type === 'text' ? (field.words ?? []) : [];
  const near = words.includes(word) ? undefined : closest(word, words);
  if (near === undefined) return;
  context.report('MAP286', {
    ...at,
    severity: 'warning',
    message: `The contract writes "${near}" for this field, not "${word}": the platform compares the letters.`,
    hint: `Write ${near}. The contract shows ${words.join(', ')} here; other states may have other words.`,
  });
}

/** Compiles the `codes` of a field. `type`: of what is mapped. Results that the contract does not allow for the field are reported. */
export function codeMapAt(
  context: CompileContext,
  path: Path,
  spec: CodeSpec,
  field: Field | undefined,
  type: ValueType,
): CodeMap | undefined {
  const map = mapOf(context, path, spec);
  if (map === undefined) return undefined;
  const entries = new Map(Object.entries(map).map(([from, to]) => [from, String(to)]));
  const allowed = field?.type === 'text' ? field.oneOf : undefined;
  for (const [from, to] of entries) {
    if (allowed === undefined || allowed.includes(to)) continue;
    const at = typeof spec === 'string' ? path : [...path, from];
    const message = `The contract has no value "${to}" for this field.`;
    context.report('MAP269', { path: at, message, ...suggestion(to, allowed) });
  }
  for (const [from, to] of entries)
    checkSpelling(context, { path: typeof spec === 'string' ? path : [...path, from] }, to, field);
  const otherwise = entries.get('else');
  entries.delete('else');
  if (otherwise === undefined) checkMissingCodes(context, path, [...entries.keys()], type);
  const plan: CodeMap = { entries, otherwise };
  return coveredCodes(context, String(path.at(-1)), plan, entries.keys(), (name) =>
    typeof spec === 'string' ? path : [...path, name],
  );
}

/** Reports values of an enumeration that `codes` does not have. `type`: of what is mapped. */
function checkMissingCodes(context: CompileContext, path: Path, written: readonly string[], type: ValueType): void {
  const entries = written.map(plainValue);
  const values = new Set((enumerationOf(type) ?? []).map(plainValue));
  const missing = [...values].filter((value) => !entries.includes(value));
  if (missing.length === 0) return;
  const list = missing.map((value) => `"${value}"`).join(', ');
  const message = `\`codes\` has no entry for ${list}, which the vendor's description lists.`;
  context.report('API811', { path, key: true, message, hint: 'Add each, or `else` for all others.' });
}
