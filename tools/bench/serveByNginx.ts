import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { liveRelease } from '../release/readHistory';
import { directoryStore } from '../store/directoryStore';
import { runNginx } from '../testing/runNginx';

/** Headers that each server says by itself. */
const OWN = ['date', 'connection', 'keep-alive', 'content-length', 'content-type'];

/**
 * Serves the home page of a store by one process of nginx, from disk: the same bytes with the same headers as the site.
 *
 * @param home a new directory
 * @param site where the site itself answers
 */
export async function serveByNginx(home: string, store: string, site: string) {
  const { headers } = await fetch(site, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  const added = [...headers]
    .filter(([name]) => !OWN.includes(name))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  const page = (await liveRelease(directoryStore(store)))?.pages['index.html'];
  const port = await pickPort(0);
  await mkdir(home);
  const http = `access_log off; sendfile on; tcp_nopush on; etag off; keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port};
    root ${join(store, 'pages')};
    location = / {
      try_files /${page?.content}.br =500;
      types {}
      default_type '${headers.get('content-type')}';
      ${added.join('\n      ')}
    }
  }`;
  const stop = await runNginx({ home, http, port });
  const master = readFileSync(join(home, 'nginx.pid'), 'utf8').trim();
  const worker = Number(readFileSync(`/proc/${master}/task/${master}/children`, 'utf8'));
  return { origin: `http://127.0.0.1:${port}`, pid: worker, stop };
}
