import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProxy } from './runProxy';

/**
 * The path of nginx; undefined if nginx is not installed. Debian installs it in a folder that is not in every user's
 * `PATH`.
 */
export const NGINX = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).status === 0);

interface NginxProcess {
  /** An empty directory for nginx's files. */
  home: string;
  /** The content of the `http` block in nginx's configuration. */
  http: string;
  port: number;
}

/** Starts nginx. @returns a function that stops it */
export async function runNginx({ home, http, port }: NginxProcess): Promise<() => Promise<void>> {
  if (!NGINX) throw new Error('There is no nginx on this machine.');
  await mkdir(join(home, 'temp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(home, 'nginx.conf'),
    `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${home}/nginx.pid;
error_log stderr emerg;
worker_rlimit_nofile 20000;
events {
    worker_connections 16384;
}
http {
    ${temporary.map((name) => `${name}_temp_path ${home}/temp/${name};`).join('\n    ')}
    ${http}
}
`,
  );
  const options = ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')];
  return runProxy({ home, command: [NGINX, ...options], port });
}
