/** The duties that the references share with the engine: authentication, one log line for each request, and a regular end. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import { pino } from 'pino';

const { ENGINE_KEY: key = '' } = process.env;

/** A Fastify application that checks the bearer token and writes a JSON line for each request to stderr. */
export function createReferenceApp(): FastifyInstance {
  const app = fastify({ genReqId: () => randomUUID() });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }));
  const digest = createHash('sha256').update(key).digest();
  app.addHook('onRequest', async (request, reply) => {
    const given = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(createHash('sha256').update(given).digest(), digest)) return;
    const error = 'Send a valid bearer token.';
    return reply.code(401).send({ schemaVersion: '1', error, code: 'UNAUTHORIZED' });
  });
  app.addHook('onSend', async ({ id }, reply) => void reply.header('x-request-id', id));
  app.addHook('onResponse', async ({ id: requestId, method, url: path, ip: client }, { statusCode, elapsedTime }) => {
    const ms = Math.round(elapsedTime);
    log.info({ event: 'request', requestId, method, path, status: statusCode, ms, key: 'bench', client });
  });
  return app;
}

/** Listens, and prints the address as the engine does. `close`: ends what the application uses. */
export async function serveReference(app: FastifyInstance, close: () => Promise<unknown>): Promise<void> {
  process.stdout.write(`Listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
  process.once('SIGTERM', () => {
    // With --cpu-prof, the profile is written on a regular exit only.
    void Promise.all([app.close(), close()]).then(() => process.exit());
  });
}
