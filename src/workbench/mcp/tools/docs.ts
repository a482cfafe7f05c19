/** The documentation, for clients that do not offer resources to the model. */
import { z } from 'zod';
import { Refused } from '../../operations/access/folder.ts';
import { pageNames, readPage, sectionsOf } from '../guides/pages.ts';
import { bounded } from '../session/answer.ts';
import { tool } from './tool.ts';

export const docsTool = tool({
  name: 'read_docs',
  title: 'Read the documentation',
  description:
    'Returns a page of the documentation, or one of its sections. Begin with `compact`; `language` explains the profile language, `contract` the endpoints, `cases` the form of cases.',
  input: z.object({
    page: z.enum(pageNames),
    section: z
      .string()
      .optional()
      .describe('A heading, or the beginning of one. Without it: the headings, and the beginning of the page'),
  }),
  output: z.strictObject({ page: z.string(), sections: z.array(z.string()), text: z.string() }),
  effect: 'reads',
  async run({ host }, { page, section }) {
    const text = readPage(host.packageRoot, page);
    const sections = sectionsOf(text);
    const titles = sections.map(({ level, title }) => `${'#'.repeat(level)} ${title}`);
    if (section === undefined) {
      const begin = bounded(text, 16_000, 'name a section');
      return {
        summary: `The page ${page}${begin === text ? '' : `, which is long. Its sections:\n${titles.join('\n')}`}`,
        prose: begin,
        value: { page, sections: titles, text: begin },
      };
    }
    const wanted = section.replace(/^#+\s*/, '').toLowerCase();
    const pageSection =
      sections.find(({ title }) => title.toLowerCase() === wanted) ??
      sections.find(({ title }) => title.toLowerCase().startsWith(wanted)) ??
      sections.find(({ title }) => title.toLowerCase().includes(wanted));
    if (pageSection === undefined)
      throw new Refused(`The page ${page} has no section "${section}". Its sections:\n${titles.join('\n')}`);
    const prose = bounded(pageSection.text, 20_000, 'name a smaller section');
    return { summary: `A section of the page ${page}.`, prose, value: { page, sections: titles, text: prose } };
  },
});
