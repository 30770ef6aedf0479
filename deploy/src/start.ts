import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { openBackend } from '@site/backend/openBackend';
import { buildApps } from './buildApps';
import { deploy } from './deploy';
import { readArtifact } from './readArtifact';
import { createSiteServer } from './serve';
import { directoryStore } from './store/directoryStore';

const repository = resolve(import.meta.dirname, '../..');

/** `npm start`: the whole site on this machine, by the same steps as in production. */
async function start(): Promise<void> {
  const port = readPort(process.env.PORT ?? '3000');
  const data = resolve(repository, process.env.DATA_DIR ?? '.local');
  await expectFreePort(port);

  say('Building the apps');
  const builds = await buildApps({ repository, mode: 'production', log: detail });

  say('Starting PocketBase');
  const backend = await openBackend({
    dataDir: join(data, 'pocketbase'),
    cacheDir: join(data, 'cache'),
    port: 0,
    log: detail,
  }).catch((error: unknown) => {
    say('The site starts without its backend:');
    detail(error instanceof Error ? error.message : String(error));
    return undefined;
  });

  try {
    say('Deploying');
    const store = join(data, 'store');
    const artifacts = await Promise.all(builds.map((directory) => readArtifact(directory)));
    await deploy({ store: directoryStore(store), artifacts, backendUrl: backend?.url, log: detail });

    const server = await createSiteServer({ store, backendUrl: backend?.url });
    await server.listen({ port, host: '127.0.0.1' });
    stopOnSignal(async () => {
      await server.close();
      await backend?.stop();
    });
    say(`The site is at http://localhost:${port}`);
    if (backend) detail(`The backend's dashboard is at ${backend.dashboardUrl}, on this machine only.`);
  } catch (error) {
    await backend?.stop();
    throw error;
  }
}

function readPort(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is "${value}", which is no port: use a number from 1 to 65535.`);
}

/** Says before any work that the port is taken. */
function expectFreePort(port: number): Promise<void> {
  const probe = createServer();
  return new Promise((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is in use. Stop what uses it, or choose another one: PORT=3001 npm start`;
      fail(error.code === 'EADDRINUSE' ? new Error(inUse) : error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()));
  });
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      say('Stopping');
      void stop().then(() => process.exit(0));
    });
  }
}

function say(line: string): void {
  console.log(`▸ ${line}`);
}

function detail(line: string): void {
  console.log(`  ${line}`);
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
