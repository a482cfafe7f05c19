/** Changes that cure a finding. */
import type { Path } from '../../../../engine/index.ts';
import { missingEndpoints } from '../completion/keys.ts';
import type { FileEdit } from '../navigation/navigate.ts';
import type { ProfileView } from '../profile/view.ts';
import { openPlaceAtRange } from '../sql/open-places.ts';
import type { Position, Range } from '../text/positions.ts';
import type { FileFinding } from '../workspace/findings.ts';
import type { Entry } from '../yaml/entry.ts';

export interface Fix {
  /** `Replace "serach" with "search"`. */
  readonly title: string;
  readonly finding: FileFinding;
  readonly edits: readonly FileEdit[];
  /** Whether it is the only likely cure. */
  readonly isPreferred: boolean;
}

const touches = (one: Range, other: Range): boolean =>
  one.start.line <= other.end.line && other.start.line <= one.end.line;

/** The key at the beginning of a range, or the key of the value there. */
function entryAt(view: ProfileView, range: Range): Entry | undefined {
  const offset = view.lines.offsetAt(range.start);
  return (
    view.entries.find(({ key }) => key !== undefined && key.start <= offset && offset <= key.end) ??
    view.entries.findLast(({ value }) => value.start <= offset && offset <= value.end)
  );
}

/** The indentation of the keys below a key. */
function indentBelow(view: ProfileView, { path, indent }: Entry): number {
  const child = view.entries.find(
    (one) => one.path.length === path.length + 1 && path.every((part, index) => one.path[index] === part),
  );
  return child !== undefined && !child.flow ? child.indent : indent + 2;
}

/** Inserts lines below a key whose value is on the following lines, or an empty map in braces. */
function below(view: ProfileView, entry: Entry, lines: readonly string[]): FileEdit | undefined {
  const { start, end } = entry.value;
  if (!entry.flow && /^\{\s*\}$/.test(view.text.slice(start, end))) {
    const indent = ' '.repeat(entry.indent + 2);
    const range = view.lines.rangeOf({ start: view.text.slice(0, start).trimEnd().length, end });
    return { file: view.file, range, text: lines.map((line) => `\n${indent}${line}`).join('') };
  }
  if (entry.style !== 'none' || entry.flow) return undefined;
  const lineEnd = view.text.indexOf('\n', entry.value.start);
  const at = view.lines.positionAt(lineEnd < 0 ? view.text.length : lineEnd + 1);
  const indent = ' '.repeat(indentBelow(view, entry));
  const text = lines.map((line) => `${indent}${line}\n`).join('');
  return { file: view.file, range: { start: at, end: at }, text: lineEnd < 0 ? `\n${text}` : text };
}

function replacementFix(view: ProfileView, finding: FileFinding): Fix | undefined {
  const { replacement, range, file } = finding;
  if (replacement === undefined || file !== view.file) return undefined;
  const old = view.text.slice(view.lines.offsetAt(range.start), view.lines.offsetAt(range.end));
  const title = old.length < 60 ? `Replace ${old} with ${replacement}` : `Write ${replacement}`;
  return { title, finding, edits: [{ file, range, text: replacement }], isPreferred: true };
}

/** The keys that the grammar requires and the map does not have. */
function missingKeyFixes(view: ProfileView, finding: FileFinding): readonly Fix[] {
  const entry = entryAt(view, finding.range);
  if (entry === undefined) return [];
  const present = view.entries.filter(
    ({ path }) => path.length === entry.path.length + 1 && entry.path.every((part, index) => path[index] === part),
  );
  const names = new Map(present.map(({ path }) => [String(path.at(-1)), '']));
  return view.lookup
    .keys(entry.path, names)
    .filter(({ name, required }) => required && !names.has(name))
    .flatMap(({ name }): readonly Fix[] => {
      const edit = below(view, entry, [`${name}: `]);
      return edit === undefined ? [] : [{ title: `Add ${name}`, finding, edits: [edit], isPreferred: false }];
    });
}

/** Declares the missing endpoints as unavailable. */
function missingEndpointFixes(view: ProfileView, finding: FileFinding): readonly Fix[] {
  const endpoints = view.entries.find(({ path }) => path.length === 1 && path[0] === 'endpoints');
  const missing = missingEndpoints(view);
  if (endpoints === undefined || missing.length === 0) return [];
  const line = (path: string): string => `${path}: { unavailable: not decided yet }`;
  const all = below(view, endpoints, missing.map(line));
  return all === undefined
    ? []
    : [{ title: `Add ${missing.length} missing endpoints as unavailable`, finding, edits: [all], isPreferred: false }];
}

/** Declares a field absent that nothing gives. */
function absentFieldFixes(view: ProfileView, finding: FileFinding): readonly Fix[] {
  const [path, field] = finding.coordinate?.split(' -> ') ?? [];
  const name = field?.replace(/^\w+\[\]\./, '').replaceAll('[]', '');
  const endpoint = view.entries.find((one) => one.path.length === 2 && one.path[1] === path);
  const hasAbsent = view.entries.some((one) => one.path[1] === path && one.path[2] === 'absent');
  if (endpoint === undefined || name === undefined || hasAbsent) return [];
  const edit = below(view, endpoint, [`absent: { ${name}: this ERP does not have it }`]);
  return edit === undefined ? [] : [{ title: `Declare ${name} absent`, finding, edits: [edit], isPreferred: false }];
}

const atLine = (line: number): Position => ({ line, character: 0 });

/** A question that has been answered is removed; an endpoint that is only a question can be declared unavailable. */
function questionFixes(view: ProfileView, finding: FileFinding): readonly Fix[] {
  const entry = entryAt(view, finding.range);
  if (entry?.key === undefined || entry.flow || entry.path[2] !== 'decide') return [];
  const { file } = finding;
  const start = view.lines.positionAt(entry.key.start);
  const after = atLine(view.lines.positionAt(entry.value.end).line + 1);
  if (entry.path.length === 3) {
    const text = 'unavailable: not decided yet\n';
    const edits = [{ file, range: { start, end: after }, text }];
    return [{ title: 'Declare the endpoint unavailable', finding, edits, isPreferred: false }];
  }
  const decide = view.entries.find(({ path }) => isQuestions(path, entry.path));
  const questions = view.entries.filter(({ path }) => isQuestions(entry.path.slice(0, -1), path));
  const isLast = questions.length === 1 && decide?.key !== undefined;
  const first = isLast ? view.lines.positionAt(decide.key.start) : start;
  const edits = [{ file, range: { start: atLine(first.line), end: after }, text: '' }];
  return [{ title: 'Remove the question: it is decided', finding, edits, isPreferred: true }];
}

/** The likely columns of an open place, each as a fix. */
function openPlaceFixes(view: ProfileView, finding: FileFinding): readonly Fix[] {
  const { file, range } = finding;
  const candidates = openPlaceAtRange(view, range);
  return candidates.map((text) => ({
    ...{ title: `Write ${text}`, finding, edits: [{ file, range, text }], isPreferred: candidates.length === 1 },
  }));
}

/** Whether a path is that of the `decide` around a question. */
const isQuestions = (path: Path, question: Path): boolean =>
  path.length === question.length - 1 && path.every((part, index) => part === question[index]);

/** The fixes of the findings on the lines of a range. */
export function fixesAt(view: ProfileView, range: Range, findings: readonly FileFinding[]): readonly Fix[] {
  return findings
    .filter((one) => one.file === view.file && touches(one.range, range))
    .flatMap((finding): readonly Fix[] => {
      const replacement = replacementFix(view, finding);
      if (replacement !== undefined) return [replacement];
      switch (finding.code) {
        case 'MAP102':
          return missingKeyFixes(view, finding);
        case 'MAP261':
          return missingEndpointFixes(view, finding);
        case 'MAP281':
          return absentFieldFixes(view, finding);
        case 'MAP284':
          return [...openPlaceFixes(view, finding), ...questionFixes(view, finding)];
        default:
          return [];
      }
    });
}
