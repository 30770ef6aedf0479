import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NGINX, runNginx } from '@site/platform/testing/runNginx';
import { runProxy } from '@site/platform/testing/runProxy';
import type { Proxy } from './askProxy';
import { readBlocks } from './readBlocks';

const CADDY = ['caddy'].find((path) => spawnSync(path, ['version']).status === 0);

/** A test's settings for a proxy. They replace the directories, ports and certificates in docs/behind-a-proxy.md. */
interface Place extends Proxy {
  directory: string;
  /** Three ports: two for the processes that serve the site, and one for the process that serves previews. */
  upstreams: number[];
  certificates: string;
}

/**
 * Returns a configuration file from docs/behind-a-proxy.md, with its upstream ports replaced by `upstreams`. In the
 * document, those ports are consecutive numbers, starting at `first`.
 */
async function readConfig(path: string, upstreams: number[], first = 3001): Promise<string> {
  const blocks = await readBlocks(resolve(import.meta.dirname, '../../../docs/behind-a-proxy.md'));
  let config = blocks.find(({ file }) => file === path)?.text ?? '';
  for (const [index, port] of upstreams.entries()) {
    const documented = `127.0.0.1:${first + index}`;
    if (!config.includes(documented)) throw new Error(`${path} does not contain ${documented}.`);
    config = config.replace(documented, `127.0.0.1:${port}`);
  }
  return config;
}

/** Starts nginx with the documented files and the settings from Debian's own nginx.conf. */
async function startNginx({ directory, upstreams, certificates, https, http }: Place) {
  const site = await readConfig('/etc/nginx/conf.d/site.conf', upstreams.slice(0, 2));
  const previews = await readConfig('/etc/nginx/conf.d/previews.conf', upstreams.slice(2), 3003);
  // Join the files in alphabetical order, because nginx reads them in that order.
  const config = (previews + site)
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+/g, certificates)
    .replaceAll('/var/log/nginx', directory)
    // Replace the IPv6 addresses, because some machines that run tests have no IPv6.
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
  const config = await readConfig('/etc/caddy/Caddyfile', upstreams.slice(0, 2));
  const files = `${certificates}/fullchain.pem ${certificates}/privkey.pem`;
  const documented = await readConfig('/etc/caddy/previews.caddyfile', upstreams.slice(2), 3003);
  // Use certificate files, because the documented DNS challenge would need a real DNS provider.
  const previews = documented.replace(/tls \{[^}]*\}/, `tls ${files}`);
  const proxies = '# trusted_proxies <ranges>';
  if (!config.includes(proxies)) throw new Error(`The Caddyfile does not contain ${proxies}.`);
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

/**
 * The proxies that docs/behind-a-proxy.md configures. `program` is the proxy's command; undefined if the proxy is not
 * installed.
 */
export const PROXIES = [
  { name: 'nginx', program: NGINX, start: startNginx },
  { name: 'Caddy', program: CADDY, start: startCaddy },
];
