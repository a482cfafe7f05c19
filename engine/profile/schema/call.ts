/** Calls of stored procedures: parameters, results, and what counts as a failure. */
import { z } from 'zod';
import { expression, name, scalar, text } from './words.ts';

const parameter = z
  .string()
  .regex(/^@?[\p{L}_][\p{L}\p{N}_@$#]*$/u, 'must be a parameter name as the procedure declares it');

const outcome = z.strictObject({
  when: expression.meta({ description: 'JSONata over the output parameters. `$row` is the first row of the result.' }),
  refuse: text.optional().meta({
    description: 'The ERP rejects the document: the message to the caller. {{ }} contains JSONata, as in `when`.',
    examples: ['The ERP refused the order: {{ text }}'],
  }),
  field: text.optional().meta({ description: 'Request field that the rejection refers to.' }),
  fail: text
    .optional()
    .meta({ description: 'The call failed for a reason that the caller cannot correct: the message.' }),
});

export const procedureCall = z
  .strictObject({
    procedure: z
      .string()
      .regex(/^(?:[\p{L}\p{N}_@$#.{}]|\[[^\]]+\]|"[^"]+"|`[^`]+`)+$/u, 'must be a procedure name without parameters')
      .meta({
        description: 'Procedure name, with its schema if necessary. May contain {parts}.',
        examples: ['dbo.insertOrder'],
      }),
    with: z.record(parameter, scalar).optional().meta({
      description: 'Parameter values by parameter name: `:name` as in SQL, or a constant.',
    }),
    out: z.record(parameter, name).optional().meta({
      description: 'Output parameters to read: parameter name and the name of its value in the profile.',
    }),
    returns: name.optional().meta({
      description:
        'Name of the return code in the profile (SQL Server). If not set, any code other than 0 is a failure.',
    }),
    rows: z.int().min(1).optional().meta({
      description: 'Number of the result set that contains the rows, counted from 1. Default: 1.',
    }),
    outcomes: z.array(outcome).min(1).optional().meta({
      description:
        'Failures that the procedure reports without a database error. The first entry whose condition holds applies.',
    }),
    readOnly: z.literal(true).optional().meta({
      description: 'In a read: declares that the procedure does not change data. The engine cannot verify this itself.',
    }),
  })
  .meta({ id: 'call', description: 'Calls a stored procedure.' });

export type CallSpec = z.infer<typeof procedureCall>;
