/** What the vendors' descriptions of the sources over HTTP have. */
import { z } from 'zod';
import {
  type DescribedNode,
  type DescribedOperation,
  type DescribedPath,
  readDescriptions,
} from '../../../../engine/tools/index.ts';
import { findingText } from './check.ts';
import { pageInput, pageOf, pageOutput } from './paging.ts';
import { tool } from './tool.ts';

/** Paths whose members are shown in one answer. */
const mostDescribed = 5;

const nodeSchema: z.ZodType<DescribedNode> = z.strictObject({
  name: z.string(),
  type: z.string().optional(),
  documentation: z.string().optional(),
  members: z.lazy(() => z.array(nodeSchema).readonly()).optional(),
});

const operationSchema = z.strictObject({
  source: z.string(),
  name: z.string(),
  documentation: z.string().optional(),
  parameters: z.array(nodeSchema).readonly(),
  body: nodeSchema.optional(),
  answer: nodeSchema.optional(),
});

function nodeLines({ name, type, documentation, members = [] }: DescribedNode, depth: number): readonly string[] {
  const words = [name, type, documentation].filter((part) => part !== undefined);
  return [`${'  '.repeat(depth)}${words.join('   ')}`, ...members.flatMap((member) => nodeLines(member, depth + 1))];
}

function operationText({ parameters, body, answer, ...head }: DescribedOperation): string {
  const inner = [...parameters.map((one) => ({ ...one, name: `parameter ${one.name}` })), body, answer];
  const lines = inner.flatMap((one) => (one === undefined ? [] : nodeLines(one, 1)));
  return [...nodeLines(head, 0), ...lines].join('\n');
}

/** The members that contain a text, and those that they are in; undefined if none does. */
function narrowed(node: DescribedNode, text: string): DescribedNode | undefined {
  const words = [node.name, node.type, node.documentation].join('\n').toLowerCase();
  if (words.includes(text)) return node;
  const members = narrowedAll(node.members ?? [], text);
  return members.length === 0 ? undefined : { ...node, members };
}

const narrowedAll = (nodes: readonly DescribedNode[], text: string): readonly DescribedNode[] =>
  nodes.flatMap((node) => narrowed(node, text) ?? []);

/** `search`: of their parameters and members, those that contain it; all if it is empty. */
function operationsOf(
  { source, operations }: DescribedPath,
  method: string | undefined,
  search: string,
): readonly z.output<typeof operationSchema>[] {
  const text = search.toLowerCase();
  return operations(method).map(({ name, documentation, parameters, body, answer }) => {
    const [shownBody, shownAnswer] = [body && narrowed(body, text), answer && narrowed(answer, text)];
    return {
      ...{ source, name, parameters: narrowedAll(parameters, text) },
      ...(documentation === undefined ? {} : { documentation }),
      ...(shownBody === undefined ? {} : { body: shownBody }),
      ...(shownAnswer === undefined ? {} : { answer: shownAnswer }),
    };
  });
}

export const descriptionTool = tool({
  name: 'describe_operations',
  title: "Describe operations of the ERP's API",
  description:
    "Lists the paths and entities of the vendor's descriptions of sources over HTTP (`describedBy`): few with parameters, bodies, answers, types and the vendor's words, many by name. Reads files only.",
  input: z.object({
    search: z
      .string()
      .default('')
      .describe("A part of a path, of a member's name or of the vendor's words. With `paths`: only such members"),
    paths: z
      .array(z.string())
      .max(mostDescribed)
      .optional()
      .describe('Exact paths, such as /customers, or with a method: POST /customers'),
    page: pageInput,
  }),
  output: pageOutput.extend({
    operations: z.array(operationSchema),
    paths: z.array(z.strictObject({ source: z.string(), path: z.string(), methods: z.array(z.string()).readonly() })),
  }),
  effect: 'reads',
  async run(workbench, { search, paths, page }) {
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
    const matches =
      paths === undefined
        ? read.paths.filter((one) => one.has(search)).map((one) => ({ ...one, method: undefined }))
        : paths.flatMap((wanted) => {
            const [, method, path] = /^(?:([A-Z]+) )?(.*)$/s.exec(wanted) ?? [];
            return read.paths.filter((one) => one.path === path).map((one) => ({ ...one, method }));
          });
    const counts = { matching: matches.length, all: read.paths.length, page };
    const summary = `${counts.matching} of ${counts.all} paths.`;
    if (matches.length <= mostDescribed) {
      const described = matches.map((one) => operationsOf(one, one.method, paths === undefined ? '' : search));
      const texts = matches.map(({ source }, index) => [`${source}:`, ...(described[index] ?? []).map(operationText)]);
      const data = texts.map((lines) => lines.join('\n')).join('\n\n');
      return { summary, data, value: { ...counts, pages: 0, operations: described.flat(), paths: [] } };
    }
    const { items, pages } = pageOf(matches, page);
    const names = items.map(({ source, path, methods }) => ({ source, path, methods }));
    return {
      summary: `${summary} Page ${page} of ${pages}. Narrow them to ${mostDescribed} or fewer to see members.`,
      data: names.map(({ source, path, methods }) => `${source}: ${path} ${methods.join(', ')}`).join('\n'),
      value: { ...counts, pages, operations: [], paths: names },
    };
  },
});
