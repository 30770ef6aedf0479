import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NGINX, runNginx } from '@site/tools/testing/runNginx';
import { runProxy } from '@site/tools/testing/runProxy';
import type { Proxy } from './askProxy';
import { readBlocks } from './readBlocks';

/** Undefined if there is none on this machine. */
const CADDY = ['caddy'].find((path) => spawnSync(path, ['version']).status === 0);

/** What differs between the machine of docs/operate.md and that of a test. */
interface Place extends Proxy {
  /** Where it writes. */
  directory: string;
  /** The ports of the site's two processes, and of the one for previews. */
  upstreams: number[];
  /** Where the certificate is. */
  certificates: string;
}

/** A file of the document, for the processes of a test. */
async function fileOf(path: string, upstreams: number[], first = 3001): Promise<string> {
  const blocks = await readBlocks(resolve(import.meta.dirname, '../../../docs/operate.md'));
  let config = blocks.find(({ file }) => file === path)?.text ?? '';
  for (const [index, port] of upstreams.entries()) {
    const documented = `127.0.0.1:${first + index}`;
    if (!config.includes(documented)) throw new Error(`${path} does not name ${documented}.`);
    config = config.replace(documented, `127.0.0.1:${port}`);
  }
  return config;
}

/** Beside what Debian's own nginx.conf says in the same context. */
async function startNginx({ directory, upstreams, certificates, https, http }: Place) {
  const previews = await fileOf('/etc/nginx/conf.d/previews.conf', upstreams.slice(2), 3003);
  const config = ((await fileOf('/etc/nginx/conf.d/site.conf', upstreams.slice(0, 2))) + previews)
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+/g, certificates)
    .replaceAll('/var/log/nginx', directory)
    // IPv6 is not on every machine that runs tests.
    .replaceAll('listen [::]:', 'listen 127.0.0.3:')
    .replaceAll(/listen (?=\d+[ ;])/g, 'listen 127.0.0.1:')
    .replaceAll(/(listen 127\.0\.0\.[13]:)443\b/g, `$1${https}`)
    .replaceAll(/(listen 127\.0\.0\.[13]:)80\b/g, `$1${http}`);
  const debian = `access_log ${directory}/access.log; error_log ${directory}/error.log info;
    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3; ssl_prefer_server_ciphers on; gzip on;`;
  return runNginx({ home: directory, http: `${debian}\n${config}`, port: https });
}

async function startCaddy({ directory, upstreams, certificates, https, http, host }: Place) {
  const options = ['admin off', `https_port ${https}`, `http_port ${http}`, 'default_bind 127.0.0.1'];
  const config = await fileOf('/etc/caddy/Caddyfile', upstreams.slice(0, 2));
  // The challenge needs somebody's DNS.
  const files = `${certificates}/fullchain.pem ${certificates}/privkey.pem`;
  const previews = (await fileOf('/etc/caddy/previews.caddyfile', upstreams.slice(2), 3003)).replace(
    /tls \{[^}]*\}/,
    `tls ${files}`,
  );
  const proxies = '# trusted_proxies <ranges>';
  if (!config.includes(proxies)) throw new Error(`The Caddyfile does not say ${proxies}.`);
  const caddyfile = config
    .replace('{\n', `{\n${[...options, 'auto_https disable_certs'].join('\n')}\n`)
    .replace(`${host} {\n`, `${host} {\ntls ${files}\n`)
    .replace(proxies, 'trusted_proxies 127.0.0.1/32');
  const file = join(directory, 'Caddyfile');
  await writeFile(file, caddyfile + previews);
  return runProxy({
    home: directory,
    command: ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    env: { HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    port: https,
  });
}

/** The proxies that docs/operate.md has a file for, and whether they are here. */
export const PROXIES = [
  { name: 'nginx', program: NGINX, start: startNginx },
  { name: 'Caddy', program: CADDY, start: startCaddy },
];
