/** Rows that an answer is not about do not change it: they are added to the ERP, or removed, and the answers before and after are compared. */
import type { Path } from '../../../contract/types.ts';
import { readingPaths } from '../core/answers.ts';
import type { Check, Theme } from '../core/check.ts';
import { Concluded, notApplicable, notPossible } from '../core/outcome.ts';
import { addressPaths, findAddresses } from '../metamorphic/address-neighbours.ts';
import { articlePaths, findArticles } from '../metamorphic/article-neighbours.ts';
import { findCustomers } from '../metamorphic/customer-neighbours.ts';
import { documentPaths, findDocumentNeighbours } from '../metamorphic/document-neighbours.ts';
import { furtherRows } from '../metamorphic/further-rows.ts';
import { laterRates } from '../metamorphic/later-rates.ts';
import { manyLines } from '../metamorphic/many-lines.ts';
import { neighboursOf } from '../metamorphic/neighbours.ts';
import { optionalChildren, parentPaths } from '../metamorphic/optional-children.ts';
import { otherGroups } from '../metamorphic/other-groups.ts';
import { otherPriceRows } from '../metamorphic/other-price-rows.ts';
import { priceConditions } from '../metamorphic/price-conditions.ts';
import { otherPrices } from '../metamorphic/price-rows.ts';
import { type Compare, differenceAfterChangeText, resultOf } from '../metamorphic/relation.ts';
import { ruleViolation } from '../validation/rules.ts';

/** Findings that a report shows. */
const mostFindings = 3;

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly compare: Compare;
  readonly paths: readonly Path[];
  /** Endpoints that it needs beside that of the check. */
  readonly needs: readonly Path[];
  /** Why nothing is compared, where the data need not have what the rule is about. */
  readonly otherwise?: string;
}

const customers: readonly Path[] = ['/catalog/customers/search'];

const kinds: readonly Kind[] = [
  {
    name: 'other-customer',
    title:
      'the rows of one customer, copied or removed, change no answer about others; a copy gets the answers of its original',
    compare: neighboursOf(findCustomers),
    paths: readingPaths,
    needs: customers,
  },
  {
    name: 'other-article',
    title:
      'an article, copied with its prices or removed, changes no answer about others; a copy gets the answers of its original',
    compare: neighboursOf(findArticles),
    paths: articlePaths,
    needs: [...customers, '/catalog/products/search'],
  },
  {
    name: 'other-document',
    title: 'an invoice or order, copied or removed, changes no other one; a copy gets the answers of its original',
    compare: neighboursOf(findDocumentNeighbours),
    paths: documentPaths,
    needs: customers,
  },
  {
    name: 'other-address',
    title: 'a further address of a customer is one more address of that customer, and changes nothing else',
    compare: neighboursOf(findAddresses),
    paths: addressPaths,
    needs: [...customers, '/catalog/customers/addresses'],
    otherwise: 'no address that is answered is in a row of its own',
  },
  {
    name: 'optional-child',
    title: 'a record stays in the list without rows in a table in which records like it have none',
    compare: optionalChildren,
    paths: parentPaths,
    needs: customers,
    otherwise: 'no row of such a record lacks rows in a table in which a listed one like it has some',
  },
  {
    name: 'further-rows',
    title: 'a further row in a table that belongs to a customer or an article multiplies no amount, quantity or row',
    compare: furtherRows,
    // A further price row may change a price.
    paths: readingPaths.filter((path) => path !== '/pricing/resolve'),
    needs: customers,
  },
  {
    name: 'other-prices',
    title: 'a price row of another customer, price list, currency or branch changes only the prices that it applies to',
    compare: otherPrices,
    paths: ['/pricing/resolve'],
    needs: customers,
  },
  {
    name: 'other-price-rows',
    title: 'the prices of a product stay the same without the price rows of all other products',
    compare: otherPriceRows,
    paths: ['/pricing/resolve'],
    needs: customers,
    otherwise: 'no table of prices has rows for two products',
  },
  {
    name: 'other-groups',
    title: 'a group of other customers or products, such as a branch of trade with a discount, changes no price',
    compare: otherGroups,
    paths: ['/pricing/resolve'],
    needs: customers,
    otherwise: 'customers and products refer to no group with amounts that is theirs alone',
  },
  {
    name: 'price-conditions',
    title: 'a rule decides no price if one of its conditions is about another customer, product or group',
    compare: priceConditions,
    paths: ['/pricing/resolve'],
    needs: customers,
    otherwise: 'no rule with conditions in rows of their own decides a price',
  },
  {
    name: 'later-rates',
    title: 'a rate of a later day changes no price and no balance of today',
    compare: laterRates,
    paths: ['/pricing/resolve', '/credit/customer'],
    needs: customers,
    otherwise: 'no table has rates of currencies by day',
  },
  {
    name: 'many-lines',
    title: 'an invoice with 60 further lines has all of them, and the others keep theirs',
    compare: manyLines,
    paths: ['/invoices/list'],
    needs: customers,
  },
];

function check({ name, title, compare, needs, otherwise }: Kind, path: Path): Check {
  return {
    ...{ id: `unrelated rows/${name}`, path, title, clause: 'contract 4', tag: 'fixture', mayDeviate: true },
    needs: [...new Set([path, ...needs])],
    uses: readingPaths,
    async run(context) {
      const data = context.fixture?.data;
      if (data === undefined) notApplicable('the rows of this ERP cannot be changed');
      const { findings, compared, gaps } = await resultOf(compare, context, data);
      const ofPath = findings.filter(({ difference }) => difference.question.path === path);
      if (ofPath.length > 0) {
        const shown = ofPath
          .slice(0, mostFindings)
          .map((one) => ruleViolation('unrelated-rows', '', differenceAfterChangeText(one)));
        throw new Concluded({ kind: 'failed', findings: shown });
      }
      const [gap] = gaps;
      if (gap !== undefined) throw new Concluded({ kind: 'not tested', gap });
      if (!compared.has(path) && otherwise !== undefined) notApplicable(otherwise);
      if (!compared.has(path)) notPossible('no request of this endpoint was compared');
    },
  };
}

/** Checks of the changes in docs/metamorphic.md, one for each change and endpoint. They are not applicable if rows cannot be changed. */
export const unrelatedRows: Theme = () => kinds.flatMap((kind) => kind.paths.map((path) => check(kind, path)));
