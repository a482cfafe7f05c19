/** The cursor in a statement that is being completed. */
import type { Path } from '../../../../engine/index.ts';
import type { ProfileView } from '../profile/view.ts';
import type { Span } from '../text/positions.ts';

/** Everything that the completion of one statement needs. */
export interface SqlCursor {
  readonly view: ProfileView;
  readonly path: Path;
  readonly sql: string;
  /** The text before the cursor. */
  readonly before: string;
  /** The text behind the cursor. */
  readonly after: string;
  /** The span of the last characters before the cursor, and of the rest of the word. */
  readonly last: (length: number) => Span;
  /** Whether the word at the cursor is followed by this text. */
  readonly follows: (text: string) => boolean;
}

/** SQL in Markdown. */
export const sqlBlock = (sql: string): string => `\`\`\`sql\n${sql.trim()}\n\`\`\``;
