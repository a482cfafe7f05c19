/** The engine in a Fastify app: `node app.ts path/to/profile.yaml 8080`. */
import { contract, openEngine, renderText } from 'erp-engine';
import fastify from 'fastify';

const [profileFile = 'profile.yaml', port = '8080'] = process.argv.slice(2);
const app = fastify({ logger: true });
const opened = await openEngine({
  ...{ profileFile, contract, environment: process.env },
  emit: (event) => app.log[event.level](event),
});
const findings = opened.ok ? await opened.engine.start() : opened.diagnostics;
if (!opened.ok || findings.some(({ severity }) => severity === 'error'))
  throw new Error(renderText(findings, opened.sources, { color: false }));
app.post('/catalog/products/search', async ({ id, body }, reply) => {
  const outcome = await opened.engine.call('/catalog/products/search', body, {
    requestId: id,
    deadline: Date.now() + 10_000,
  });
  return outcome.ok ? reply.type('application/json').send(outcome.json) : reply.code(502).send(outcome.problem);
});
await app.listen({ port: Number(port) });
