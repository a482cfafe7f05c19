/** What the vendors' descriptions of the sources over HTTP have. */
import { z } from 'zod';
import { readDescriptions } from '../../../../engine/tools/index.ts';
import { findingText } from './check.ts';
import { tool } from './tool.ts';

/** Paths whose members are shown in one answer. */
const mostDescribed = 5;
const mostNames = 500;

export const descriptionTool = tool({
  name: 'describe_operations',
  title: "Describe operations of the ERP's API",
  description:
    "Lists the paths of the vendor's descriptions (`describedBy`: OData metadata, OpenAPI) of sources over HTTP. Few paths are shown with methods, parameters, members, types, values of enumerations and the vendor's words; of many, only the names: narrow them with `search`, or name them. Reads files only.",
  input: z.object({
    search: z.string().optional().describe("A part of a path, of the name of a member, or of the vendor's words"),
    paths: z.array(z.string()).max(mostDescribed).optional().describe('Exact paths, such as /customers'),
  }),
  effect: 'reads',
  async run(workbench, { search, paths }) {
    const workspace = workbench.open();
    const read = await readDescriptions({ ...workspace.load().profile, contract: workspace.host.contract });
    if (!read.ok) {
      const findings = workspace.findings(read.diagnostics, read.sources);
      return { summary: 'The descriptions cannot be read.', data: findings.map(findingText).join('\n'), failed: true };
    }
    if (read.paths.length === 0)
      return {
        summary:
          "No source names its vendor's description. If the vendor has a file ($metadata of OData, an OpenAPI document), ask the person to put it beside the profile, and name it under `describedBy` of the source.",
        failed: true,
      };
    const matches = read.paths.filter(
      (one) => (paths === undefined || paths.includes(one.path)) && (search === undefined || one.has(search)),
    );
    const summary = `${matches.length} of ${read.paths.length} paths.`;
    if (matches.length <= mostDescribed)
      return { summary, data: matches.map(({ source, text }) => `${source}:\n${text()}`).join('\n\n') };
    return {
      summary: `${summary} Narrow them to ${mostDescribed} or fewer to see members. At most ${mostNames} paths are shown.`,
      data: matches
        .slice(0, mostNames)
        .map(({ source, path, methods }) => `${source}: ${path} ${methods.join(', ')}`)
        .join('\n'),
    };
  },
});
