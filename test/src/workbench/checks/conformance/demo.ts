/** The conformance suite over a profile of the demo ERP, through the real service. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { demoProfile } from '../../../../support/demo.ts';
import type { DialectName } from '../../../../support/kinds.ts';
import { type Program, startProgram } from '../../../../support/program.ts';
import { conformance } from './suite.ts';

const keys = {
  ordering: 'key-of-the-ordering-app',
  receivables: 'key-of-the-receivables-app',
  both: 'key-of-both-apps',
  revoked: 'key-that-was-good-once',
};

/** A profile with an ERP of its own. */
export interface ConformingProfile {
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** Registers the suite. `open` makes the ERP; `folder` is empty, and removed at the end. */
export function conformanceOf(title: string, open: (folder: string) => Promise<ConformingProfile>): void {
  describe(title, () => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-conformance-'));
    let demo: ConformingProfile;
    let service: Program;

    beforeAll(async () => {
      demo = await open(folder);
      const keyFile = join(folder, 'keys.yaml');
      const digest = createHash('sha256').update(keys.revoked).digest('hex');
      writeFileSync(keyFile, `- { name: old, app: both, sha256: ${digest}, until: 2020-01-01 }\n`);
      service = await startProgram(demo.file, {
        ...demo.environment,
        ENGINE_KEY_ORDERING: keys.ordering,
        ENGINE_KEY_RECEIVABLES: keys.receivables,
        ENGINE_KEY: keys.both,
        ENGINE_KEYS_FILE: keyFile,
        ENGINE_DEMO_SKU: 'DEMO-SKU-1',
      });
    });

    afterAll(async () => {
      expect(await service.stop()).toBe(0);
      for (const key of Object.values(keys)) expect(service.output()).not.toContain(key);
      await demo.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    conformance(() => ({
      baseUrl: service.baseUrl,
      orderingKey: keys.ordering,
      receivablesKey: keys.receivables,
      otherKeys: { both: keys.both, revoked: keys.revoked },
      demoSku: 'DEMO-SKU-1',
    }));
  });
}

export function conformanceOfDemo(dialect: DialectName): void {
  conformanceOf(`the demo profile on ${dialect}`, () => demoProfile({ dialect }));
}
