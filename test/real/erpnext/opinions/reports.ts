/** Script reports of ERPNext, run as their pages run them. */
import { z } from 'zod';
import { type Frappe, type Row, rowOf } from '../frappe.ts';

const report = z.object({
  columns: z.array(z.unknown()),
  result: z.array(z.unknown()),
});

/** The field of a column, which is an object, or a text such as `Credit Limit:Currency:120`. */
function fieldOf(column: unknown): string {
  if (typeof column !== 'string') return String(rowOf(column).fieldname);
  return (column.split(':')[0] ?? '').toLowerCase().replaceAll(' ', '_');
}

/** The rows of a report by the fields of its columns, with its totals. */
export async function reportRows(frappe: Frappe, name: string, filters: Row): Promise<readonly Row[]> {
  const answer = await frappe.call('frappe.desk.query_report.run', {
    ...{ report_name: name, filters: JSON.stringify(filters), ignore_prepared_report: 1 },
  });
  const { columns, result } = report.parse(answer);
  const fields = columns.map(fieldOf);
  return result.map((row) =>
    Array.isArray(row)
      ? Object.fromEntries(row.map((value: unknown, index) => [fields[index] ?? '', value]))
      : rowOf(row),
  );
}
