/** All verbs of the command line. */
import type { Command } from 'commander';
import type { Host } from '../service/lifecycle/host.ts';
import { addAuth } from './auth.ts';
import { addCheck } from './check.ts';
import { addCompanies } from './companies/command.ts';
import { addDemo } from './demo.ts';
import { addDescribe } from './describe.ts';
import { addDoctor } from './doctor/command.ts';
import { addDrift } from './drift.ts';
import { addExplain } from './explain.ts';
import { addFormat } from './format.ts';
import { addInit } from './init/command.ts';
import { addKey } from './key.ts';
import { addLineage } from './lineage.ts';
import { addLsp } from './lsp.ts';
import { addMcp } from './mcp.ts';
import { addOpenApi } from './openapi.ts';
import { addProfileSettings } from './profile-settings.ts';
import { addRecord } from './record/command.ts';
import { type End, programWith } from './root.ts';
import { addRun } from './run/command.ts';
import { addSandbox } from './sandbox/command.ts';
import { addSchema } from './schema.ts';
import { addServe } from './serve.ts';
import { addShow } from './show.ts';
import { addStudio } from './studio.ts';
import { addTest } from './test.ts';
import { addWhy } from './why.ts';
import { addWrites } from './writes/command.ts';

/** The command line with all its verbs. Each passes its exit status to `end`. */
export function createProgram(host: Host, end: End): Command {
  return programWith(
    'engine',
    [
      addServe,
      addDemo,
      addInit,
      addCheck,
      addFormat,
      addRecord,
      addRun,
      addStudio,
      addTest,
      addShow,
      addSandbox,
      addLineage,
      addDescribe,
      addDrift,
      addDoctor,
      addExplain,
      addProfileSettings,
      addSchema,
      addLsp,
      addMcp,
      addWrites,
      addCompanies,
      addWhy,
      addAuth,
      addKey,
      addOpenApi,
    ],
    host,
    end,
  );
}
