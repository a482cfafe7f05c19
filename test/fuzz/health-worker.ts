/** Calls /health again and again in a thread, so that the work of the callers does not delay the measured times. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

const body = JSON.stringify({ schemaVersion: '1' });

/** Time between two calls in milliseconds. */
const pause = 20;

async function timeOf(url: string, key: string, agent: Agent): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const call = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - begun);
        else reject(new Error(`/health answered ${response.statusCode}`));
      });
    });
    call.on('error', reject).end(body);
  });
}

async function measure(url: string, key: string): Promise<void> {
  const times: number[] = [];
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let stopped = false;
  parentPort?.once('message', () => {
    stopped = true;
  });
  while (!stopped) {
    await timeOf(url, key, agent).then(
      (time) => times.push(time),
      (error: Error) => failures.push(error.message),
    );
    await sleep(pause);
  }
  agent.destroy();
  parentPort?.postMessage({ times, failures });
}

if (!isMainThread) await measure(`${workerData.baseUrl}/health`, workerData.key);
