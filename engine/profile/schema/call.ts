/** A call of a stored procedure: what it is given, what it gives, and what counts as failure. */
import { z } from 'zod';
import { expression, name, scalar, text } from './words.ts';

const parameter = z
  .string()
  .regex(/^@?[\p{L}_][\p{L}\p{N}_@$#]*$/u, 'must be the name of a parameter, as the procedure declares it');

const outcome = z.strictObject({
  when: expression.meta({ description: 'JSONata over the outputs; `$row` is the first row of the result.' }),
  refuse: text.optional().meta({
    description: "The ERP refuses the document: the caller gets this message. {{ }} holds JSONata, as in 'when'.",
    examples: ['The ERP refused the order: {{ text }}'],
  }),
  field: text.optional().meta({ description: 'The request field that a refusal names.' }),
  fail: text.optional().meta({ description: 'Something is wrong that the caller cannot mend: this message.' }),
});

export const procedureCall = z
  .strictObject({
    procedure: z
      .string()
      .regex(
        /^(?:[\p{L}\p{N}_@$#.{}]|\[[^\]]+\]|"[^"]+"|`[^`]+`)+$/u,
        'must be the name of a procedure, without parameters',
      )
      .meta({
        description: 'Name, with its schema where it needs one; may hold parts.',
        examples: ['dbo.insertOrder'],
      }),
    with: z.record(parameter, scalar).optional().meta({
      description: 'Values of its parameters, by name: `:name` as in SQL, or the value itself.',
    }),
    out: z.record(parameter, name).optional().meta({
      description: 'Output parameters that are wanted: the parameter, and what its value is called here.',
    }),
    returns: name.optional().meta({
      description: 'What the return code is called here (SQL Server). Without a name, any but 0 is a failure.',
    }),
    rows: z.int().min(1).optional().meta({
      description: 'Which of several results gives the rows, counted from 1. The first when not said.',
    }),
    outcomes: z.array(outcome).min(1).optional().meta({
      description: 'When the call has failed, though the database reported no error; the first that holds decides.',
    }),
    readOnly: z
      .literal(true)
      .optional()
      .meta({ description: 'In a read: says that the procedure changes nothing, which the engine cannot see.' }),
  })
  .meta({ id: 'call', description: 'Calls a stored procedure.' });

export type CallSpec = z.infer<typeof procedureCall>;
