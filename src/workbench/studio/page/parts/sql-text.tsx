/** A statement of SQL with its words in colour. */
import { StandardSQL } from '@codemirror/lang-sql';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { useMemo } from 'preact/hooks';
import { Scrolled } from './scrolled-text.tsx';

interface Piece {
  readonly text: string;
  readonly classes: string;
}

/** The grammar of the editor: what it does not know of a dialect stays without colour. */
function piecesOf(sql: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (text: string, classes: string): void => void pieces.push({ text, classes });
  highlightCode(sql, StandardSQL.language.parser.parse(sql), classHighlighter, add, () => add('\n', ''));
  return pieces;
}

/** A statement in a part of the page that scrolls. */
export function SqlText({ sql }: { readonly sql: string }) {
  const pieces = useMemo(() => piecesOf(sql), [sql]);
  return (
    <Scrolled label="Statement" class="code">
      <pre>
        {pieces.map(({ text, classes }, index) =>
          classes === '' ? (
            text
          ) : (
            <span key={index} class={classes}>
              {text}
            </span>
          ),
        )}
      </pre>
    </Scrolled>
  );
}
