import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { buildApps } from '@site/tools/build/buildApps';
import { deploy } from '@site/tools/release/deploy';
import { readArtifact } from '@site/tools/store/readArtifact';
import { directoryStore } from '@site/tools/store/directoryStore';
import { readLivePage } from '@site/tools/testing/readLivePage';
import { projectRecords } from '../projectRecords';
import { expect, test } from '../test';

test('Deployment: pages, heads and sitemap follow the portfolio by `refresh`, and stay when the backend is down', async () => {
  test.setTimeout(120_000);
  const directory = await mkdtemp(join(tmpdir(), 'refresh-store-'));
  const backend = await startTestBackend({ seeded: true });
  try {
    const store = directoryStore(directory);
    const repository = resolve(import.meta.dirname, '../..');
    const builds = await buildApps({ repository, log: () => undefined });
    const artifacts = await Promise.all(builds.map((build) => readArtifact(build)));
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const refresh = () => deploy({ store, artifacts: [], backendUrl: backend.url, log });
    const read = (name: string) => readLivePage(store, name);

    const first = await deploy({ store, artifacts, backendUrl: backend.url, log });
    expect((await refresh()).id).toBe(first.id);

    const [record] = await projectRecords();
    const operator = await signIn(backend);
    await operator.collection('projects').update(record?.id ?? '', { title: 'Another title' });
    const before = { home: await read('index.html'), sitemap: await read('sitemap.xml') };

    const second = await refresh();
    expect(second.id).not.toBe(first.id);
    expect(await read(`projects/${record?.id}.html`)).toContain('<title>Another title · ');
    expect(await read('sitemap.xml')).not.toBe(before.sitemap);
    expect(await read('projects.html')).toContain('>Another title</a>');
    expect(await read('index.html')).toBe(before.home);

    await backend.stop();
    expect((await refresh()).id).toBe(second.id);
    expect(lines.at(-2)).toContain('The backend cannot be read, so pages keep the data that they have.');
    expect(await read(`projects/${record?.id}.html`)).toContain('<title>Another title · ');
  } finally {
    await backend.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
