/** The case of a call over the fixture of the profile: its rows are in the fixture, so that nothing is recorded and replaced. */

import { type CaseFileInput, caseText, type ReplayedCall } from '../../record/case-text.ts';
import { failingCases } from '../../record/failing-cases.ts';
import { openSession, type SessionInput } from '../../record/session.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { makeSessionFixture } from '../workspace/fixture-session.ts';
import type { KeptCall } from '../workspace/session-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Proven, untitled } from './proven-case.ts';

type Called = { readonly ok: true; readonly call: ReplayedCall } | Extract<Proven, { readonly ok: false }>;

const refused = (reason: string): Extract<Proven, { readonly ok: false }> => ({ ok: false, reason });

/** Runs the call again, at a time with whole seconds, which the case names. */
async function callAgain(input: SessionInput, { path, request }: KeptCall): Promise<Called> {
  const endpoint = input.profile.contract.endpoints.find((one) => one.path === path);
  const opened = await openSession(input);
  if (!opened.ok) return refused(`The profile cannot be used: ${opened.diagnostics[0]?.message}`);
  try {
    const { outcome, exchanges } = await opened.session.call({ path, request });
    if (endpoint === undefined || exchanges.length > 0)
      return refused('The call also sends requests over HTTP, which the rows of a fixture do not answer.');
    return { ok: true, call: { endpoint, request, outcome, exchanges: [] } };
  } finally {
    await opened.session.close();
  }
}

/** Runs the call over a new copy of the fixture, and its case as `engine test`. Throws `Refused` without a database for the fixture. */
export async function proveOverFixture(
  workspace: Workspace,
  fixtures: () => Fixtures,
  kept: KeptCall,
): Promise<Proven> {
  const { config, profile: whole } = workspace.load();
  const made = await makeSessionFixture(workspace, fixtures);
  if (made.kind === 'refused') return refused(`The fixture cannot be used: ${made.diagnostics[0]?.message}`);
  const { declared, folders, environment, over, drop } = made;
  const profile = { ...whole, environment, installation: 'test', only: new Set([kept.path]) };
  const documentTime = Math.floor(kept.at / 1_000) * 1_000;
  let called: Called;
  try {
    const session = { profile, documentTime, demoSku: config.settings.demoSku, writes: 'rehearsed' } as const;
    called = await callAgain({ ...session, overrides: { ...over, tables: 'leave' } }, kept);
  } finally {
    await drop();
  }
  if (!called.ok) return called;
  const cases: CaseFileInput = {
    ...{ now: documentTime, settings: {}, facts: new Map(), calls: [called.call], sources: declared.sources },
    ...{ bases: new Map(), writtenBy: untitled.writtenBy, fixture: undefined, title: undefined, isOverFixture: true },
  };
  const failing = await failingCases({
    ...{ profile, declared, fixtures: fixtures(), files: new Map(), use: 'as it is' },
    ...{ target: { ...untitled, existing: folders }, cases: new Map([[untitled.caseFile, caseText(cases)]]) },
  });
  if (failing.size > 0) return refused('A case of this call would not pass: it answers differently each time.');
  const recording = { files: new Map(), leaks: () => [], review: [] };
  const notes = ['The fixture of the profile has all rows: the case needs no others.'];
  return { ok: true, recording, cases, call: called.call, folders, notes };
}
