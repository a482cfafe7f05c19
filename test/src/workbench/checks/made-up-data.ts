/** Tables and rows of an ERP that a test makes up. */
import type {
  DataColumn,
  DataReference,
  DataRow,
  DataTable,
  ErpData,
} from '../../../../src/workbench/checks/core/erp-data.ts';

export const column = (name: string, type: DataColumn['type']): DataColumn => ({ name, type, nullable: true });
export const table = (
  name: string,
  columns: readonly DataColumn[],
  uniqueKeys: DataTable['uniqueKeys'] = [],
  references: readonly DataReference[] = [],
): DataTable => ({ name, columns, key: ['id'], uniqueKeys, references });
export const reference = (from: string, to: string): DataReference => ({
  ...{ columns: [from], table: to, targetColumns: ['id'], isInferred: false },
});

/** Rows that no change alters: a copy is only returned. */
export function dataOf(all: readonly (readonly [DataTable, readonly DataRow[]])[]): ErpData {
  return {
    tables: async () => all.map(([one]) => one),
    isPartial: async () => false,
    rows: async ({ name }) => all.find(([one]) => one.name === name)?.[1] ?? [],
    copy: async (_table, row, changed) => ({ ...row, ...changed }),
    update: async (_table, row, changed) => ({ ...row, ...changed }),
    remove: async () => undefined,
    undone: (work) => work(),
  };
}
