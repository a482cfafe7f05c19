/** Tables of the ERP's databases, and the lineage of fields. */
import { z } from 'zod';
import { rowsSchema } from './call.ts';
import { findingSchema, placeSchema } from './findings.ts';

const columnSchema = z.strictObject({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
});

const names = z.array(z.string()).readonly();

const tableSchema = z.strictObject({
  source: z.string(),
  name: z.string(),
  isView: z.boolean(),
  columns: z.array(columnSchema).readonly(),
  primaryKey: names,
  foreignKeys: z.array(z.strictObject({ columns: names, table: z.string(), references: names })).readonly(),
});
export type ShownTable = z.infer<typeof tableSchema>;

export const tablesSchema = z.strictObject({ tables: z.array(tableSchema), findings: z.array(findingSchema) });

export const tableRowsSchema = z.strictObject({ rows: rowsSchema.optional(), error: z.string().optional() });
export type TableRows = z.infer<typeof tableRowsSchema>;

export interface ShownOrigin {
  readonly kind: string;
  readonly text: string;
  readonly place?: z.infer<typeof placeSchema> | undefined;
  readonly column?: { readonly source: string; readonly table: string; readonly column: string } | undefined;
  /** For a member of the vendor's description: its type, and the vendor's words. */
  readonly vendor?: { readonly type: string; readonly documentation?: string | undefined } | undefined;
  readonly from: readonly ShownOrigin[];
}

const vendorSchema = z.strictObject({ type: z.string(), documentation: z.string().optional() });

const originSchema: z.ZodType<ShownOrigin> = z.strictObject({
  kind: z.string(),
  text: z.string(),
  place: placeSchema.optional(),
  column: z.strictObject({ source: z.string(), table: z.string(), column: z.string() }).optional(),
  vendor: vendorSchema.optional(),
  from: z.lazy(() => z.array(originSchema).readonly()),
});

export const lineageSchema = z.strictObject({
  fields: z.array(z.strictObject({ coordinate: z.string(), from: z.array(originSchema) })),
  /** Members of answers, by the vendor's description, that the profile does not read. */
  unread: z.array(
    z.strictObject({
      operation: z.string(),
      place: placeSchema,
      members: z.array(z.strictObject({ name: z.string(), ...vendorSchema.shape })).readonly(),
    }),
  ),
  findings: z.array(findingSchema),
});
export type Lineage = z.infer<typeof lineageSchema>;
