/** The open questions of the profile as a list of tasks. */
import { z } from 'zod';
import { openQuestions } from '../../init/open-questions.ts';
import { check } from '../../operations/check.ts';
import { tool } from './tool.ts';

/** `open_questions` */
export const questionsTool = tool({
  name: 'open_questions',
  title: 'List the open questions',
  description:
    'Lists what the profile leaves to be decided (`decide:`, `/*? ... */`), those first that most fields depend on. The list of tasks after `propose`: `describe_tables` and `sample_rows` show what answers a question; ask the person about the business.',
  input: z.object({
    first: z.int().min(1).max(200).default(20).describe('Number of questions'),
  }),
  output: z.strictObject({
    questions: z.array(
      z.strictObject({
        question: z.string(),
        about: z.array(z.string()).describe('Coordinates in the contract'),
        places: z.array(z.string()).describe('profile.yaml:12:5'),
        fields: z.int().describe('How many fields of answers depend on it'),
      }),
    ),
    total: z.int(),
  }),
  effect: 'reads',
  async run(workbench, { first }) {
    const { contract } = workbench.host;
    const questions = openQuestions(await check(workbench.open(), false), contract);
    const shown = questions.slice(0, first);
    const lines = shown.map(({ question, about, places, fields }, index) =>
      [`${index + 1}. ${question}`, `   ${fields} fields: ${about.join(', ')}`, `   at ${places.join(', ')}`].join(
        '\n',
      ),
    );
    const total = questions.length;
    const value = {
      questions: shown.map((one) => ({ ...one, about: [...one.about], places: [...one.places] })),
      total,
    };
    if (total === 0) return { summary: 'No question is open. `check` shows other findings.', value };
    return { summary: `${total} questions are open.`, data: lines.join('\n'), value };
  },
});
