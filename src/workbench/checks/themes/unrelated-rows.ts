/** Rows that an answer is not about do not change it: they are added to the ERP, or removed, and the answers before and after are compared. */
import type { Path } from '../../../contract/types.ts';
import { readingPaths } from '../core/answers.ts';
import type { Check, Theme } from '../core/check.ts';
import { Concluded, notApplicable, notPossible } from '../core/outcome.ts';
import { furtherRows } from '../metamorphic/further-rows.ts';
import { manyLines } from '../metamorphic/many-lines.ts';
import { neighbours } from '../metamorphic/neighbours.ts';
import { otherPrices } from '../metamorphic/price-rows.ts';
import { type Compare, findingText, resultOf } from '../metamorphic/relation.ts';
import { finding } from '../validation/rules.ts';

/** Findings that a report shows. */
const mostFindings = 3;

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly compare: Compare;
  readonly paths: readonly Path[];
}

const kinds: readonly Kind[] = [
  {
    name: 'other-customer',
    title:
      'the rows of one customer, copied or removed, change no answer about others; a copy gets the answers of its original',
    compare: neighbours,
    paths: readingPaths,
  },
  {
    name: 'further-rows',
    title: 'a further row in a table that belongs to a customer multiplies no amount, quantity or row',
    compare: furtherRows,
    // A further price row may change a price.
    paths: readingPaths.filter((path) => path !== '/pricing/resolve'),
  },
  {
    name: 'other-prices',
    title: 'a price row of another customer, price list, currency or branch changes only the prices that it applies to',
    compare: otherPrices,
    paths: ['/pricing/resolve'],
  },
  {
    name: 'many-lines',
    title: 'an invoice with 60 further lines has all of them, and the others keep theirs',
    compare: manyLines,
    paths: ['/invoices/list'],
  },
];

function check({ name, title, compare }: Kind, path: Path): Check {
  return {
    ...{ id: `unrelated rows/${name}`, path, title, clause: 'contract 4', tag: 'fixture', mayDeviate: true },
    needs: [path, '/catalog/customers/search'],
    uses: readingPaths,
    async run(context) {
      const data = context.fixture?.data;
      if (data === undefined) notApplicable('the rows of this ERP cannot be changed');
      const { findings, compared, gaps } = await resultOf(compare, context, data);
      const own = findings.filter(({ difference }) => difference.question.path === path);
      if (own.length > 0) {
        const shown = own.slice(0, mostFindings).map((one) => finding('unrelated-rows', '', findingText(one)));
        throw new Concluded({ kind: 'failed', findings: shown });
      }
      const [gap] = gaps;
      if (gap !== undefined) throw new Concluded({ kind: 'not tested', gap });
      if (!compared.has(path)) notPossible('no request of this endpoint was compared');
    },
  };
}

export const unrelatedRows: Theme = () => kinds.flatMap((kind) => kind.paths.map((path) => check(kind, path)));
