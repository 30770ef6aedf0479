import { join } from 'node:path';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { buildApps } from '../build/buildApps';
import { repository } from '../cli/repository';
import { deploy } from '../release/deploy';
import { logDetail } from '../release/logStep';
import { directoryStore } from '../store/directoryStore';
import { readBuild } from '../store/readBuild';
import { otherBuild } from '../testing/otherBuild';
import type { Bench } from './Part';

/**
 * Starts a backend with the given number of projects, and deploys the site. The deployed builds differ from the checkout's
 * by one statement, so that deploying the checkout makes a new release.
 *
 * @returns the store's directory, the live release and the backend
 */
export async function openPortfolio({ directory, onStop }: Bench, projects: number) {
  const backend = await startTestBackend({ seeded: true });
  onStop(() => backend.stop());
  await addProjects(backend, projects);
  const folders = await buildApps({ repository, log: logDetail });
  const builds = await Promise.all(folders.map((folder) => readBuild(folder)));
  const earlier = builds.map((build) => otherBuild(build, '"use strict"', '"use strict";"earlier"'));
  const store = join(directory, `portfolio-of-${projects}`);
  const to = { store: directoryStore(store), backendUrl: backend.url, log: logDetail };
  return { store, live: await deploy({ ...to, change: { kind: 'deploy', builds: earlier } }), backend };
}

async function addProjects(backend: TestBackend, count: number): Promise<void> {
  const projects = backend.operator.collection('projects');
  const [first, ...others] = await projects.getFullList<Record<string, unknown>>();
  const { title, description, long_description, category, status, technologies } = first ?? {};
  for (let index = others.length + 1; index < count; index += 1) {
    const texts = { description, long_description, category, status, technologies };
    await projects.create({ ...texts, title: `${String(title)} ${index}` });
  }
}
