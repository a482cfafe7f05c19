/** The keys of a profile for the transport, and the options that a source is opened with. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { Secret } from '../../../../engine/base/secret.ts';
import { transportKeys } from '../../../../engine/profile/schema/index.ts';
import { SourceError } from '../../../../engine/sources/source.ts';
import { transportOf } from '../../../../engine/start/http-transport.ts';

const grammar = z.strictObject(transportKeys);
const fill = (text: string): string =>
  text.replaceAll('${password}', 'canary').replaceAll('${key}', '-----BEGIN KEY\ncanary');
const at = (yaml: string, folder = '/') => transportOf(grammar.parse(parse(yaml)), { fill, folder });

describe('the keys of a source', () => {
  it('become times in milliseconds, sizes in bytes, and limits', () => {
    const yaml = `
limits: { concurrent: 5, rate: [60/1m, 5000/1d], wait: 3s, timeout: 2m, connect: 500ms, answer: 8MiB }
retry: { attempts: 2, budget: 0.2 }`;
    expect(at(yaml)).toEqual({
      limits: {
        concurrent: 5,
        rate: [
          { count: 60, windowMs: 60_000 },
          { count: 5_000, windowMs: 86_400_000 },
        ],
        waitMs: 3_000,
        timeoutMs: 120_000,
        connectMs: 500,
        answerBytes: 8_388_608,
      },
      retry: { attempts: 2, budget: 0.2 },
    });
    expect(at('limits: { rate: 10/1s, answer: 64KiB }').limits).toMatchObject({
      rate: [{ count: 10, windowMs: 1_000 }],
      answerBytes: 65_536,
    });
  });

  it('read certificates from files of the profile or as text, and hide what is secret', () => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-pem-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'ca.pem'), '-----BEGIN CERTIFICATE');
    writeFileSync(join(folder, 'own.pem'), '-----BEGIN CERTIFICATE own');
    const config = at(
      '{ proxy: "http://u:${password}@p", tls: { ca: ca.pem, certificate: own.pem, key: "${key}" } }',
      folder,
    );
    expect(config.tls).toMatchObject({ ca: '-----BEGIN CERTIFICATE', certificate: '-----BEGIN CERTIFICATE own' });
    expect(config.tls?.key).toBeInstanceOf(Secret);
    expect(config.proxy?.reveal()).toBe('http://u:canary@p');
    expect(JSON.stringify(config)).not.toContain('canary');
  });

  it('name no file that cannot be read: a key may stand there by mistake', () => {
    try {
      at('tls: { ca: canary-is-no-file }');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
      expect(String(error)).not.toContain('canary');
    }
  });

  it.each([
    'limits: { rate: 60 }',
    'limits: { rate: 60/m }',
    'limits: { rate: 0/1m }',
    'limits: { rate: [] }',
    'limits: { answer: 5MB }',
    'retry: { budget: 2 }',
    'tls: { certificate: a }',
    'tls: { insecure: true }',
  ])('%s is refused', (yaml) => {
    expect(grammar.safeParse(parse(yaml)).success).toBe(false);
  });
});
