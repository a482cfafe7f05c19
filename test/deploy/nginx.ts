/** A shipped nginx configuration in a real nginx, from Debian's package, with the paths and ports of a test. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { debianFile } from '../support/debian-package.ts';

export const nginxProgram = (): Promise<string> => debianFile('nginx', 'usr/sbin/nginx');

const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The configuration, which listens on a port of 127.0.0.1 and writes into `folder`, where cert.pem and key.pem are. */
export function localNginx(text: string, { folder, port }: { readonly folder: string; readonly port: number }): string {
  for (const part of temporaryPaths) mkdirSync(join(folder, part));
  const localSettings = ['access_log off;', ...temporaryPaths.map((name) => `${name}_temp_path ${folder}/${name};`)];
  const local = text
    .replaceAll('listen 8443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/nginx/tls', folder)
    .replace('/tmp/nginx.pid', `${folder}/nginx.pid`)
    .replace('http {', `http {\n${localSettings.join('\n')}`);
  return process.getuid?.() === 0 ? `user root;\n${local}` : local;
}

/** Arguments for the configuration in `proxy.conf` of the folder. */
export const nginxArgs = (folder: string): readonly string[] => {
  return ['-c', join(folder, 'proxy.conf'), '-p', folder, '-e', 'stderr', '-g', 'daemon off;'];
};
