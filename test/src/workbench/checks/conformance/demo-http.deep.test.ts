import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { startKontorApi } from '../../../../support/kontor-api/server.ts';
import { conformanceOf } from './demo.ts';

conformanceOf('the demo ERP by its API', async (folder) => {
  const api = await startKontorApi();
  const file = join(folder, 'profile.yaml');
  copyFileSync(join(import.meta.dirname, '../../../../support/kontor-api/profile.yaml'), file);
  return { file, environment: { KONTOR_API: api.url, KONTOR_TOKEN: api.token }, drop: () => api.close() };
});
