/** The check of the profile's text while it is typed: at once without the databases, and after a pause with them. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckedFinding, KnownTables } from '../../../operations/protocol/language.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import { call, listen } from '../api.ts';
import type { CheckedText, CurableFinding } from './language/checked.ts';

/** Milliseconds without a key press before the text is checked, and then before the databases are asked. */
const checkDelay = 200;
const databaseDelay = 600;

/** What the databases have said about the text. */
export type DatabaseState =
  /** They are not asked by themselves: the profile has none. */
  | { readonly kind: 'not asked' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'failed'; readonly reason: string };

interface ProfileCheck {
  /** The last check; undefined before the first one, and for a file that is not the profile. */
  readonly checked: CheckedText | undefined;
  readonly tables: KnownTables | undefined;
  readonly databases: DatabaseState;
  /** Asks the databases now. */
  readonly askDatabases: () => void;
}

/** Findings of the databases about a text. */
interface DatabaseFindings {
  readonly lines: readonly string[];
  readonly findings: readonly CheckedFinding[];
}

const sameFinding = (one: CheckedFinding, other: CurableFinding): boolean =>
  one.code === other.code && one.message === other.message && one.place?.line === other.place?.line;

/** The findings on lines that have not been changed since, at their new lines. */
function unchanged(
  { lines, findings }: DatabaseFindings,
  { text, path }: { readonly text: string; readonly path: string },
): readonly CheckedFinding[] {
  const now = text.split('\n');
  return findings.flatMap((finding): readonly CheckedFinding[] => {
    const { place } = finding;
    if (place?.file !== path) return [];
    const content = lines[place.line - 1];
    const at = [place.line, place.line + now.length - lines.length].find((line) => now[line - 1] === content);
    // Its cures are about places of the older text.
    return at === undefined ? [] : [{ ...finding, place: { ...place, line: at }, fixes: [] }];
  });
}

interface CheckInput {
  readonly path: string;
  readonly text: string;
  /** Only the text of the profile itself can be checked. */
  readonly isProfile: boolean;
  /** Whether the databases are asked after each pause. */
  readonly connects: boolean;
}

/** Checks the text of the profile after each pause in typing. A finding of a database goes at once when its line is changed. */
export function useProfileCheck({ path, text, isProfile, connects }: CheckInput): ProfileCheck {
  const [checked, setChecked] = useState<CheckedText>();
  const [tables, setTables] = useState<KnownTables>();
  const [databases, setDatabases] = useState<DatabaseState>({ kind: 'not asked' });
  const before = useRef<DatabaseFindings>({ lines: [], findings: [] });
  /** Counts the texts: an answer about an older one is left out. */
  const current = useRef(0);
  const latestText = useRef(text);
  latestText.current = text;

  /** Advice of the databases, such as about indexes, is shown where a person has asked for it. */
  async function ask(number: number, written: CheckedText, withAdvice: boolean): Promise<void> {
    setDatabases({ kind: 'asking' });
    try {
      const { findings } = await call(operations.checkDatabases, { text: written.text });
      if (number !== current.current) return;
      const isKnown = (one: CheckedFinding): boolean => written.findings.some((other) => sameFinding(one, other));
      const shown = findings.filter((one) => withAdvice || one.severity !== 'advice' || isKnown(one));
      before.current = { lines: written.text.split('\n'), findings: shown.filter((one) => !isKnown(one)) };
      setChecked({ ...written, findings: shown });
      setDatabases({ kind: 'asked' });
    } catch (error) {
      if (number !== current.current) return;
      setDatabases({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  }

  async function check(number: number): Promise<CheckedText | undefined> {
    const answer = await call(operations.check, { text: latestText.current });
    if (number !== current.current) return undefined;
    const written = { text: latestText.current, findings: answer.findings, tokens: answer.tokens };
    setChecked({
      ...written,
      findings: [...answer.findings, ...unchanged(before.current, { text: written.text, path })],
    });
    // The event that they are known may have come before an answer that is older.
    setTables((before) => (answer.tables.kind === 'reading' ? (before ?? answer.tables) : answer.tables));
    return written;
  }

  useEffect(() => {
    if (!isProfile) return;
    const number = ++current.current;
    const start = async (): Promise<void> => {
      const written = await check(number);
      if (written === undefined || !connects) return;
      setTimeout(() => number === current.current && void ask(number, written, false), databaseDelay);
    };
    const timer = setTimeout(() => void start(), checked === undefined ? 0 : checkDelay);
    return () => {
      current.current += 1;
      clearTimeout(timer);
    };
  }, [text, isProfile, connects]);
  useEffect(() => listen((event) => event.kind === 'tables' && setTables(event.tables)), []);
  const askDatabases = (): void => {
    const number = ++current.current;
    void check(number).then((written) => written && ask(number, written, true));
  };
  return { checked, tables, databases, askDatabases };
}
