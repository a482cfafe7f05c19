/** The check of the profile's text while it is typed. */
import { useEffect, useState } from 'preact/hooks';
import type { KnownTables } from '../../../operations/protocol/language.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import { call, listen } from '../api.ts';
import type { CheckedText } from './language/checked.ts';

/** Milliseconds without a key press before the text is checked. */
const checkDelay = 200;

interface ProfileCheck {
  /** The last check; undefined before the first one, and for a file that is not the profile. */
  readonly checked: CheckedText | undefined;
  readonly tables: KnownTables | undefined;
}

/** `isProfile`: only the text of the profile itself can be checked. */
export function useProfileCheck(text: string, isProfile: boolean): ProfileCheck {
  const [checked, setChecked] = useState<CheckedText>();
  const [tables, setTables] = useState<KnownTables>();
  useEffect(() => {
    if (!isProfile) return;
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const answer = await call(operations.check, { text });
        if (!isCurrent) return;
        setChecked({ text, findings: answer.findings, tokens: answer.tokens });
        setTables(answer.tables);
      },
      checked === undefined ? 0 : checkDelay,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, isProfile]);
  useEffect(() => listen((event) => event.kind === 'tables' && setTables(event.tables)), []);
  return { checked, tables };
}
