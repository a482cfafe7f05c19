/** The texts of the profile: edited with the language service, checked while typing, and saved to disk. */
import { useRef } from 'preact/hooks';
import { operations } from '../../../operations/protocol/operations.ts';
import type { Board, Project } from '../../../operations/protocol/project.ts';
import type { WriteLock } from '../../../operations/protocol/write-lock.ts';
import { call } from '../api.ts';
import type { CallsState } from '../parts/calls.ts';
import { MergedProfile } from '../parts/merged-profile.tsx';
import { EditorKeys } from '../parts/profile/editor-keys.tsx';
import { OpenFile } from '../parts/profile/open-file.tsx';
import { Loaded } from '../parts/status.tsx';
import { type Resource, useResource } from '../resource.ts';
import { go } from '../route.ts';

interface ProfileViewInput {
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly lock: WriteLock | undefined;
  readonly calls: CallsState;
  readonly params: URLSearchParams;
}

/** The editors of the opened files, or the merged profile. `params`: `file`, `line`, `column`, `merged` and `origin` of the address. */
export function ProfileView({ params, ...input }: ProfileViewInput) {
  const { project } = input;
  const path = project.files.some((one) => one.path === params.get('file')) ? String(params.get('file')) : project.file;
  const isMerged = params.get('merged') !== null;
  // A file that was opened stays: with what was typed into it, and what can be undone.
  const opened = useRef(new Set<string>());
  if (!isMerged) opened.current.add(path);
  return (
    <div class="profile">
      <div class="view-head">
        <h2>Profile</h2>
        {!isMerged && path === project.file && <EditorKeys />}
        {(project.hasBases || isMerged) && (
          <label class="row small spread">
            <input
              type="checkbox"
              checked={isMerged}
              onChange={({ currentTarget }) => go('profile', { merged: currentTarget.checked ? 1 : undefined })}
            />
            Merged with its bases
          </label>
        )}
      </div>
      {isMerged && <MergedProfile profileName={project.name} origin={params.get('origin')} />}
      {[...opened.current].map((one) => (
        <FileView key={one} {...input} params={params} path={one} isShown={!isMerged && one === path} />
      ))}
    </div>
  );
}

interface FileViewInput extends ProfileViewInput {
  readonly path: string;
  readonly isShown: boolean;
}

function FileView(input: FileViewInput) {
  const file = useResource(() => call(operations.read, { path: input.path }), input.path);
  return (
    <div class="file" hidden={!input.isShown}>
      <Loaded resource={file}>{(opened) => <OpenFile {...input} opened={opened} />}</Loaded>
    </div>
  );
}
