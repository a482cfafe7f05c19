/** The cut of a vendor's file, compared with the whole file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { runHere } from './here.ts';

/** The text of a profile whose source has a description. */
export type ProfileText = (describedBy: string) => string;

/** A mistake: what is replaced in the profile, and the code of the finding. */
export type Mistake = readonly [right: string, wrong: string, code: string];

const now = Date.parse('2026-03-04T05:06:07Z');
/** A folder for a profile and the file of a vendor, which the test file's end removes. Files of tests share this module, so that each needs its own folder. */
export function cutFolder() {
  const cwd = mkdtempSync(join(tmpdir(), 'engine-describe-'));
  mkdirSync(join(cwd, 'vendor'));
  afterAll(() => rmSync(cwd, { recursive: true }));

  /** Runs `engine describe` for the profile. */
  const describeWith = (...args: readonly string[]) =>
    runHere(['describe', 'acme.yaml', '--origin', 'https://erp.example.com, version 3, MIT', ...args], {
      env: {},
      cwd,
      now: () => now,
    });

  async function findings(profile: string): Promise<readonly string[]> {
    const all = await checkProfile(profile, 'acme.yaml', contract, {}, { folder: cwd });
    // The profiles here have one or two endpoints.
    const about = all.filter(({ code }) => code !== 'MAP261');
    return about.map(({ code, message, hint, place }) => `${place?.line} ${code} ${message} ${hint}`);
  }

  /** Cuts the file, and compares the findings of the whole file and of the cut, whose names differ. */
  async function expectSame(file: string, text: string, profile: ProfileText, mistakes: readonly Mistake[]) {
    writeFileSync(join(cwd, 'vendor', file), text);
    writeFileSync(join(cwd, 'acme.yaml'), profile(`vendor/${file}`));
    const { status, out, err } = await describeWith('--from', `vendor/${file}`);
    expect([status, err]).toEqual([0, '']);
    const cut = /^describedBy: (.*)$/m.exec(out)?.[1] ?? '';
    const name = cut.replace('description/', '');
    expect(await findings(profile(cut))).toEqual([]);
    for (const [right, wrong, code] of mistakes) {
      const mistaken = (described: string): string => {
        const replaced = profile(described).replace(right, wrong);
        expect(replaced).not.toBe(profile(described));
        return replaced;
      };
      const whole = (await findings(mistaken(`vendor/${file}`))).map((one) => one.replaceAll(file, name));
      expect(whole.map((one) => one.split(' ')[1])).toContain(code);
      expect(await findings(mistaken(cut)), wrong).toEqual(whole);
    }
    return readFileSync(join(cwd, cut), 'utf8');
  }

  return { cwd, describeWith, findings, expectSame };
}
