import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nginxConfig } from '../serve/nginxConfig';
import { pickPort } from '@site/backend/pickPort';

/** Where Debian puts nginx; undefined if there is none on this machine. */
export const NGINX = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);

/**
 * Serves a directory store by a real nginx of its own, with the configuration that we generate.
 *
 * @returns its address without a trailing slash, what it has logged, and how to stop it
 */
export async function startNginx(
  store: string,
  backendUrl = 'http://127.0.0.1:9',
  foreignHosts: string[] = [],
) {
  if (!NGINX) throw new Error('There is no nginx on this machine.');
  const home = await mkdtemp(join(tmpdir(), 'nginx-test-'));
  const port = await pickPort(0);
  await mkdir(join(home, 'temp'));
  const log = join(home, 'site.log');
  const listen = `127.0.0.1:${port}`;
  const site = nginxConfig({ store, backendUrl, listen, serverName: '_', log, foreignHosts });
  await writeFile(join(home, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(home, 'nginx.conf'),
    `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${home}/nginx.pid;
error_log stderr emerg;
events {}
http {
    ${temporary.map((name) => `${name}_temp_path ${home}/temp/${name};`).join('\n    ')}
    include ${home}/site.conf;
}
`,
  );
  const nginx = spawn(NGINX, ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  for (const stream of [nginx.stdout, nginx.stderr])
    stream.on('data', (text: Buffer) => (complaints += text.toString()));
  const ended = new Promise((done) => nginx.on('close', done));
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; nginx.exitCode === null && attempt < 100; attempt += 1) {
    if (await fetch(origin).catch(() => undefined)) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  if (nginx.exitCode !== null) throw new Error(`nginx did not start. ${complaints}`);
  return {
    origin,
    readLog: () => readFileSync(log, 'utf8') + readFileSync(`${log}.errors`, 'utf8'),
    async stop() {
      nginx.kill('SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}
