/** Where the fields of an answer come from. */
import { z } from 'zod';
import { lineage } from '../../operations/lineage.ts';
import { lineageSchema } from '../../operations/protocol/data.ts';
import { tool } from './tool.ts';

/** `/invoices/list -> invoices[].lines[].amount` as names, without the endpoint. */
const namesOf = (coordinate: string): readonly string[] =>
  coordinate
    .replace(/^.* -> /, '')
    .replaceAll('[]', '')
    .split('.');

/** Whether a field is at or below the given names. The list of the answer may be left out: `lines.amount`. */
function isWithin(coordinate: string, given: readonly string[]): boolean {
  const [list, ...inner] = namesOf(coordinate);
  return [[list, ...inner], inner].some((names) => given.every((name, index) => names[index] === name));
}

export const lineageTool = tool({
  name: 'lineage',
  title: 'Trace a field to the ERP',
  description:
    'Shows the path from a field of the contract through expressions, codes and joins to the columns of the ERP, with lines of the profile. Reads the profile only.',
  input: z.object({
    field: z.string().describe('A field, such as /invoices/list.amountTotal, or an endpoint for all its fields'),
  }),
  output: lineageSchema.pick({ fields: true, unread: true }),
  effect: 'reads',
  async run(workbench, { field }) {
    const workspace = workbench.open();
    const words = ['lineage', `--profile=${workbench.profileFile}`, '--', field];
    const { status, out, err } = await workbench.runVerb(words);
    if (status !== 0) return { summary: 'The origin cannot be traced.', data: err, failed: true };
    const [path = '', ...names] = field.replaceAll('[]', '').split('.');
    const { fields, unread } = await lineage(workspace, path);
    return {
      summary: `The origin of ${field}.`,
      data: out,
      value: {
        fields: fields.filter(({ coordinate }) => isWithin(coordinate, names)),
        unread: names.length === 0 ? unread : [],
      },
    };
  },
});
