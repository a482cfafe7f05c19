/** A service under a low limit on open files. */
import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { demoProfile } from '../support/demo.ts';
import { startProgram } from '../support/program.ts';

const key = 'a-key-of-the-file-limit-test';

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(socket)).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  });

it.skipIf(process.platform !== 'linux')(
  'refuses connections beyond its bound with a warning, and serves again when they have ended (needs Linux: prlimit)',
  async () => {
    const demo = await demoProfile({ dialect: 'sqlite' });
    onTestFinished(() => demo.drop());
    const service = await startProgram(demo.file, { ENGINE_KEY: key }, [], [], { openFiles: 64 });
    onTestFinished(() => service.kill());
    const limits = execFileSync('prlimit', [
      '--nofile',
      '--output',
      'SOFT',
      '--noheadings',
      '--pid',
      String(service.pid),
    ]);
    expect(limits.toString().trim()).toBe('64');
    const port = Number(new URL(service.baseUrl).port);
    const health = () =>
      fetch(`${service.baseUrl}/health`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Connection: 'close' },
        body: '{"schemaVersion":"1"}',
      }).then(({ status }) => status);
    expect(await health()).toBe(200);
    const sockets = await Promise.all(Array.from({ length: 60 }, () => opened(port)));
    const refused = () =>
      service
        .output()
        .split('\n')
        .find((line) => line.includes('"event":"connections_refused"'));
    await expect.poll(refused).toContain('"limit":32,"openFiles":64');
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => health().catch(String)).toBe(200);
    expect(await service.stop()).toBe(0);
  },
);
