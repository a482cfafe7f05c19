/** Criteria for the columns that tell the state of a row: whether it is in use, and when it was changed. */
import type { ColumnCriteria } from './column-criteria-form.ts';

export const rowCriteria = {
  active: { names: [[4, 'active']], shape: 'flag' },
  blocked: { names: [[4, 'blocked']], shape: 'flag' },
  deleted: { names: [[4, 'deleted']], shape: 'flag' },
  discontinued: { names: [[4, 'discontinued']], shape: 'flag' },
  deletedAt: {
    names: [
      [4, 'deleted'],
      [4, 'deleted', 'date'],
    ],
    shape: 'date',
  },
  changed: {
    names: [
      [4, 'changed'],
      [4, 'changed', 'date'],
    ],
    shape: 'instant',
  },
  created: {
    names: [
      [4, 'created'],
      [4, 'created', 'date'],
    ],
    shape: 'date',
  },
} as const satisfies Readonly<Record<string, ColumnCriteria>>;
