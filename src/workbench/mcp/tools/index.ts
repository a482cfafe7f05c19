/** All tools, in the order of their use. */
import { checkTools } from './check.ts';
import { descriptionTool } from './descriptions.ts';
import { docsTool } from './docs.ts';
import { fileTools } from './files.ts';
import { lineageTool } from './lineage.ts';
import { projectTool } from './project.ts';
import { proofTools } from './proof.ts';
import { proposeTool } from './propose.ts';
import { questionsTool } from './questions.ts';
import { runTools } from './run.ts';
import { tableTools } from './tables.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [
  projectTool,
  docsTool,
  proposeTool,
  questionsTool,
  ...tableTools,
  descriptionTool,
  ...fileTools,
  ...checkTools,
  ...runTools,
  lineageTool,
  ...proofTools,
];
