/** The readers of what statements name. Each is loaded where a statement of its dialect is to be read, and stays loaded. */
import type { DialectName } from '../../source.ts';
import { polyglotMentions } from './polyglot-references.ts';
import { postgresMentions } from './postgres-references.ts';
import type { MentionReader } from './references.ts';

const loaded = new Map<DialectName, Promise<MentionReader>>();

export function mentionReader(dialect: DialectName): Promise<MentionReader> {
  const known = loaded.get(dialect) ?? (dialect === 'postgres' ? postgresMentions() : polyglotMentions(dialect));
  loaded.set(dialect, known);
  return known;
}
