/** Rules that compare endpoints: how they read the ledger, and what they say where data is missing. */
import type { Path } from '../../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { conditionOf } from '../../core/deviations.ts';
import type { Ledger } from '../../core/ledger.ts';
import { type LedgerPart, ledgerPart } from '../../core/ledger-part.ts';
import { Concluded, lacks } from '../../core/outcome.ts';

export interface Rule extends Pick<Check, 'documents' | 'insteadOf'> {
  /** The part of the check's id after the slash: the name of a deviation in a profile. */
  readonly name: string;
  readonly path: Path;
  readonly title: string;
  /** Default: the ruling on answers. */
  readonly clause?: Check['clause'];
  readonly needs: readonly Path[];
  readonly uses?: readonly Path[];
  /** Returns whether the data shows the rule. Fails the check where an answer breaks it. */
  readonly judge: (ledger: Ledger, context: CheckContext) => Promise<boolean>;
  /** The data that shows the rule, for people: `two customers with addresses`. */
  readonly wants: string;
}

/**
 * The check of a rule that reads. Where it fails, all answers are read again before it is judged: others may have written between two
 * requests. Where a deviation is declared for some documents, the rule is demanded of all others, and one in its place of these.
 */
export function agreement({ name, judge, wants, clause = 'ruling: answers', ...rule }: Rule): Check {
  const run = async (context: CheckContext): Promise<void> => {
    const part = partOf(context, { name, ...rule });
    const { ledger } = part ?? context;
    const isShown = await judge(ledger, context)
      .catch(async (error: unknown) => {
        if (!(error instanceof Concluded) || error.conclusion.kind !== 'failed') throw error;
        ledger.reset();
        return judge(ledger, context);
      })
      .finally(() => {
        if (part?.count() === 0) context.note(`No document meets the condition of the deviation "${name}".`);
      });
    if (!isShown) lacks(wants, rule.path);
  };
  return {
    ...rule,
    clause,
    needs: [rule.path, ...rule.needs],
    id: `agreement/${name}`,
    tag: 'read',
    ...(rule.insteadOf === undefined ? { mayDeviate: true } : {}),
    run,
  };
}

/** The documents of which the rule is demanded; undefined where it is all of them. */
function partOf(
  { ledger, settings }: CheckContext,
  { name, documents, insteadOf }: Pick<Rule, 'name' | 'documents' | 'insteadOf'>,
): LedgerPart | undefined {
  const deviation = settings.deviations.get(insteadOf ?? name);
  const condition = deviation && conditionOf(deviation);
  if (condition === undefined || documents === undefined) return undefined;
  return ledgerPart(ledger, { documents, condition, which: insteadOf === undefined ? 'others' : 'meeting' });
}

/** Some of the texts, for a message. */
export const some = (texts: readonly string[]): string =>
  texts.length > 3 ? `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more` : texts.join(', ');
