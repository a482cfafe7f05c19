/** Rules that compare endpoints: how they read the ledger, and what they say where data is missing. */
import { compare, type Numeric, subtract } from '../../../../engine/tools/index.ts';
import type { Path } from '../../../contract/types.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import type { Ledger } from '../../core/ledger.ts';
import { Concluded, notTested } from '../../core/outcome.ts';

export interface Rule {
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
 * requests.
 */
export function agreement({ name, judge, wants, clause = 'ruling: answers', ...rule }: Rule): Check {
  const run = async (context: CheckContext): Promise<void> => {
    const isShown = await judge(context.ledger, context).catch(async (error: unknown) => {
      if (!(error instanceof Concluded) || error.conclusion.kind !== 'failed') throw error;
      context.ledger.reset();
      return judge(context.ledger, context);
    });
    if (!isShown) notTested(`the data does not show it: it needs ${wants}`);
  };
  return {
    ...rule,
    clause,
    needs: [rule.path, ...rule.needs],
    id: `agreement/${name}`,
    tag: 'read',
    mayDeviate: true,
    run,
  };
}

export const isEqual = (one: Numeric, other: Numeric): boolean => compare(one, other) === 0;

export const absolute = (value: Numeric): Numeric => (compare(value, 0) < 0 ? subtract(0, value) : value);

/** Some of the texts, for a message. */
export const some = (texts: readonly string[]): string =>
  texts.length > 3 ? `${texts.slice(0, 3).join(', ')} and ${texts.length - 3} more` : texts.join(', ');
