/** A record without rows in a child table stays in its lists where the data shows that the ERP has such records: an inner join would lose it. */
import type { Path } from '../../../contract/types.ts';
import { type Difference, rowsOf } from '../core/answer-differences.ts';
import { type Answers, type Question, questionText, rowsAt, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { DataTable, ErpData } from '../core/erp-data.ts';
import type { Gap } from '../core/gap.ts';
import { Concluded } from '../core/outcome.ts';
import { spread } from '../core/sample.ts';
import { mostRows } from './candidate.ts';
import { measuresOf, removeFamily } from './clone.ts';
import { findDocuments } from './documents.ts';
import { ordered } from './family.ts';
import { rowAt } from './places.ts';
import { type DifferenceAfterChange, gapOfError, type Relation } from './relation.ts';
import { type ErpRow, type Rows, readRows, shapesOf } from './rows.ts';
import { findSubjects, shownCustomer, shownProduct } from './subjects.ts';
import { OutOfTime } from './time-limit.ts';

/** Records of a list whose rows are looked at. */
const mostLooked = 200;

export const parentPaths = [
  '/catalog/customers/search',
  '/catalog/products/search',
  '/catalog/products/by-sku',
  '/purchase-orders/list',
  '/sales-orders/list',
  '/customer-invoices/list',
  '/debtors/list',
  '/invoices/list',
] as const;

/** A record that lists show. */
interface Parent {
  /** For people: `customer K10001`. */
  readonly name: string;
  readonly id: string;
  readonly record: ErpRow;
  /** Requests whose answers have the record. */
  readonly questions: readonly Question[];
}

/** A record, and its rows in one table that other records of the same kind have none in. */
interface Trial {
  readonly parent: Parent;
  readonly child: DataTable;
  readonly records: readonly ErpRow[];
}

/** The listed records of each kind. */
async function parentsOf(context: CheckContext, rows: Rows): Promise<readonly (readonly Parent[])[]> {
  const { customers, customerPlace, products, productPlace } = await findSubjects(context, rows);
  const page = (path: Path): number => context.settings.largestPage(path);
  const parent = (name: string, id: string, record: ErpRow | undefined, ...questions: readonly Question[]) =>
    record === undefined ? [] : [{ name: `${name} ${id}`, id, record, questions }];
  const documents = (await findDocuments(context, rows)).map((one) =>
    spread(one.rows, mostLooked).flatMap((row) => {
      const customerErpId = row.customerErpId ?? row.erpDebtorId;
      const lists = one.lists.map((path): Question => {
        const limit = path === '/invoices/list' ? page(path) : 100;
        return { path, body: path === '/invoices/list' ? { limit } : { customerErpId, limit } };
      });
      return parent(one.noun, one.idOf(row), one.recordOf(row), ...lists);
    }),
  );
  return [
    spread(customers, mostLooked).flatMap((one) =>
      parent(
        'customer',
        one.erpId,
        customerPlace && rowAt(rows, customerPlace, shownCustomer(one)),
        { path: '/catalog/customers/search', body: { query: one.erpName, limit: 500 } },
        { path: '/debtors/list', body: { limit: page('/debtors/list') } },
      ),
    ),
    spread(products, mostLooked).flatMap((one) =>
      parent(
        'product',
        one.erpProductId,
        productPlace && rowAt(rows, productPlace, shownProduct(one)),
        { path: '/catalog/products/search', body: { query: one.erpDesc, limit: 500 } },
        { path: '/catalog/products/by-sku', body: { sku: one.erpSku, limit: 100 } },
      ),
    ),
    ...documents,
  ];
}

/** The rows of a record in a table, with all that refers to them. Undefined where they are too many, or one is a record of the same kind. */
function childrenOf(rows: Rows, parent: ErpRow, child: DataTable): readonly ErpRow[] | undefined {
  const all = new Set(rows.referringTo(parent).filter(({ table }) => table === child));
  for (const record of all) {
    for (const one of rows.referringTo(record)) all.add(one);
    if (all.size > mostRows) return undefined;
  }
  return [...all].some(({ table }) => table === parent.table) ? undefined : ordered(rows, all);
}

/** Whether each row that has rows in another table has one there with the same amount: a posting, without which a document is a draft. */
function arePostings(rows: Rows, parents: readonly ErpRow[], child: DataTable): boolean {
  const amounts = ({ table, row }: ErpRow): readonly number[] =>
    measuresOf(rows, table).flatMap(({ name }) => Math.abs(Number(row[name])) || []);
  return parents.every((parent) => {
    const parentAmounts = new Set(amounts(parent));
    return rows
      .referringTo(parent)
      .some((one) => one.table === child && amounts(one).some((amount) => parentAmounts.has(amount)));
  });
}

/**
 * One record for each table that refers to its kind, and that other records have no rows in. These have the same codes as it has, and values in the same
 * columns: a draft without postings does not show that a posted invoice may lack them.
 */
function trialsOf(rows: Rows, parents: readonly Parent[]): readonly Trial[] {
  const [table] = parents.map(({ record }) => record.table);
  if (table === undefined) return [];
  const shapeOf = shapesOf(
    rows,
    table,
    table.columns.filter(({ name }) => !table.key.includes(name)),
  );
  const used = new Set<Parent>();
  return rows.tables.flatMap((child): readonly Trial[] => {
    if (child === table || !child.references.some((reference) => reference.table === table.name)) return [];
    const has = (record: ErpRow): boolean => rows.referringTo(record).some((one) => one.table === child);
    const { having = [], lacking = [] } = Object.groupBy(rows.inTable(table), (one) =>
      has(one) ? 'having' : 'lacking',
    );
    if (arePostings(rows, having, child)) return [];
    const childless = new Set(lacking.map(shapeOf));
    for (const parent of parents) {
      if (used.has(parent) || !childless.has(shapeOf(parent.record)) || !has(parent.record)) continue;
      const records = childrenOf(rows, parent.record, child);
      if (records === undefined) continue;
      used.add(parent);
      return [{ parent, child, records }];
    }
    return [];
  });
}

/** The lists that had the record before, and no longer have it. */
function lost({ parent: { id, questions } }: Trial, before: Answers, after: Answers): readonly Difference[] {
  const count = (answers: Answers, question: Question): number => {
    const answer = answers.get(questionText(question));
    return answer === undefined
      ? 0
      : rowsOf(answer).filter((row) => row[rowsAt[question.path]?.[1] ?? ''] === id).length;
  };
  return questions.flatMap((question) => {
    const [old, now] = [count(before, question), count(after, question)];
    const member = `rows of ${rowsAt[question.path]?.[1]} ${id}`;
    return old > 0 && now === 0 ? [{ question, member, before: old, after: now }] : [];
  });
}

/** Removes the rows of one record in each such child table, and looks whether the lists still have the record. */
export async function optionalChildren(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const isProvided = ({ path }: Question): boolean => {
    const endpoint = context.profile?.endpoints.get(path);
    return context.profile === undefined || (endpoint !== undefined && endpoint.unavailable === undefined);
  };
  const trials = (await parentsOf(context, rows)).flatMap((parents) =>
    trialsOf(
      rows,
      parents.map((one) => ({ ...one, questions: one.questions.filter(isProvided) })),
    ),
  );
  const findings: DifferenceAfterChange[] = [];
  const compared = new Set<Path>();
  const gaps: Gap[] = [];
  for (const trial of trials) {
    const { parent, child, records } = trial;
    try {
      const before = await takeAnswers(context, parent.questions);
      const after = await data.undone(async () => {
        await removeFamily(data, { records });
        return takeAnswers(context, parent.questions);
      });
      for (const { path } of parent.questions) compared.add(path);
      const change = `the rows of ${parent.name} in ${child.name} were removed; the ERP has other such records without any, which are lost, too`;
      findings.push(...lost(trial, before, after).map((difference) => ({ difference, change })));
    } catch (error) {
      if (error instanceof Concluded) throw error;
      gaps.push(gapOfError(error));
      if (error instanceof OutOfTime) break;
    }
  }
  return { findings, compared, gaps };
}
