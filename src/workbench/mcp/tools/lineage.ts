/** Where the fields of an answer come from. */
import { z } from 'zod';
import { tool } from './tool.ts';

export const lineageTool = tool({
  name: 'lineage',
  title: 'Trace a field to the ERP',
  description:
    'Shows the path from a field of the contract through expressions, codes and joins to the columns of the ERP, with lines of the profile. Reads the profile only.',
  input: z.object({
    field: z.string().describe('A field, such as /invoices/list.amountTotal, or an endpoint for all its fields'),
  }),
  effect: 'reads',
  async run(workbench, { field }) {
    workbench.open();
    const { status, out, err } = await workbench.runVerb([
      'lineage',
      `--profile=${workbench.profileFile}`,
      '--',
      field,
    ]);
    return status === 0
      ? { summary: `The origin of ${field}.`, data: out }
      : { summary: 'The origin cannot be traced.', data: err, failed: true };
  },
});
