import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickPort } from '@site/backend/pickPort';
import { nginxConfig } from '../server/nginxConfig';
import { runNginx } from './runNginx';

/**
 * Serves a directory store by a real nginx of its own, with the configuration that we generate.
 *
 * @returns its address without a trailing slash, what it has logged, and how to stop it
 */
export async function startNginx(
  store: string,
  backendUrl = 'http://127.0.0.1:9',
  trustedProxies: string[] = [],
  foreignHosts: string[] = [],
) {
  const home = await mkdtemp(join(tmpdir(), 'nginx-test-'));
  const port = await pickPort(0);
  const log = join(home, 'the site.log');
  const listen = [`127.0.0.1:${port}`];
  const http = nginxConfig({ store, backendUrl, listen, serverName: '_', log, trustedProxies, foreignHosts });
  const stop = await runNginx({ home, http, port });
  return {
    origin: `http://127.0.0.1:${port}`,
    readLog: () => readFileSync(log, 'utf8') + readFileSync(join(home, 'the site.errors.log'), 'utf8'),
    async stop() {
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
