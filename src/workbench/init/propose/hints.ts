/** Tables that a person has named, and that changed nothing: each is reported with the reason. */
import { recordNameOf } from '../match/named-tables.ts';
import { type Entity, tableCriteria } from '../match/table-criteria.ts';
import type { FoundTables, NamedTables } from '../match/tables.ts';
import { keyTo } from '../model/database.ts';
import type { Proposal } from './draft.ts';

interface Proposed {
  readonly foundTables: FoundTables;
  readonly endpoints: readonly Proposal[];
}

const proposalText = ({ endpoints }: Proposed): string =>
  JSON.stringify(
    endpoints.map(({ questions, keys, ...rest }) => {
      // The text of an endpoint that is only a question names the likely tables, and nothing follows from them.
      const isOnlyQuestion = questions.has('');
      return { ...rest, keys: isOnlyQuestion ? [] : keys, questions: [...questions] };
    }),
  );

/** Why a named table changes nothing, as the end of a sentence. */
function reasonOf(entity: Entity, given: Proposed, without: Proposed): string {
  const table = given.foundTables.get(entity)?.table;
  if (table === undefined) return 'no endpoint uses it';
  if (without.foundTables.get(entity)?.table === table) return `${table.name} is found without it`;
  const missing = tableCriteria[entity].keys.flatMap((other) => {
    const target = given.foundTables.get(other)?.table;
    if (target === undefined) return [`no table of the record ${recordNameOf(other)} was found`];
    return keyTo(table, target) === undefined ? [`no key points from ${table.name} at ${target.name}`] : [];
  });
  return missing.length === 0
    ? `no column of ${table.name} that its endpoints need was recognized`
    : missing.join(', and ');
}

/**
 * A sentence for each named table without which the proposals would be the same. `propose`: the proposals for the database with these named
 * tables.
 */
export function hintsWithoutEffect(
  named: NamedTables,
  given: Proposed,
  propose: (named: NamedTables) => Proposed,
): ReadonlyMap<Entity, string> {
  const hints = [...named].flatMap(([entity, table]): readonly (readonly [Entity, string])[] => {
    if (table === null) return [];
    const without = propose(new Map([...named].filter(([other]) => other !== entity)));
    if (proposalText(without) !== proposalText(given)) return [];
    const reason = reasonOf(entity, given, without);
    return [[entity, `--table ${recordNameOf(entity)}=${table} changed nothing: ${reason}.`]];
  });
  return new Map(hints);
}
