import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { liveRelease } from '../release/readReleases';
import { directoryStore } from '../store/directoryStore';
import { runNginx } from '../testing/runNginx';
import type { Bench } from './Part';

/** Headers that each server adds automatically. */
const OWN = ['date', 'connection', 'keep-alive', 'content-length', 'content-type'];

/**
 * Serves a store's home page from disk with one nginx process, which sends the same bytes and headers as the server at
 * `site`.
 */
export async function serveByNginx({ directory, onStop }: Bench, store: string, site: string) {
  const { headers } = await fetch(site, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  const added = [...headers]
    .filter(([name]) => !OWN.includes(name))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  const page = (await liveRelease(directoryStore(store)))?.pages['index.html'];
  const port = await pickPort(0);
  const home = join(directory, 'nginx');
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
  onStop(stop);
  return { origin: `http://127.0.0.1:${port}`, stop };
}
