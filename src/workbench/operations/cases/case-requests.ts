/** The requests of the cases of an endpoint: what can be called again by a name. */
import { jsonText, loadCases } from '../../../../engine/tools/index.ts';
import { readText } from '../../../service/config/environment.ts';
import { caseFiles, nearestCases } from '../../testing/case-layers.ts';
import type { CaseRequests } from '../protocol/make-case.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** In the order of the files, those of base profiles last. A file with faults is left out: the view Proof reports them. */
export async function caseRequests(workspace: Workspace, endpoint: string): Promise<CaseRequests> {
  const { bases } = await workspace.read();
  const isNearest = nearestCases();
  const cases = caseFiles([workspace.root, ...bases.folders]).flatMap((file) => {
    const text = readText(file) ?? '';
    if (!text.includes(endpoint)) return [];
    const loaded = loadCases(text, file, workspace.host.contract, undefined).loaded?.cases ?? [];
    return loaded.filter(isNearest(file, loaded)).filter(({ call }) => call === endpoint);
  });
  return { cases: cases.map(({ case: title, request }) => ({ title, request: jsonText(request) })) };
}
