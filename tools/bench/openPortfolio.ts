import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { type Artifact, versionOf } from '../build/Artifact';
import { buildApps } from '../build/buildApps';
import { integrityOf } from '../build/integrityOf';
import { readApps } from '../build/readApps';
import { logDetail } from '../release/logStep';
import { repository, runDeploy } from './runDeploy';

/** A site with its backend. */
export interface Portfolio {
  /** Its directory store. */
  store: string;
  backend: TestBackend;
}

/**
 * Fills a backend with projects and deploys the site over it. Its builds have one line more than those of the
 * checkout, so that deploying the checkout is work.
 */
export async function openPortfolio(
  directory: string,
  projects: number,
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<Portfolio> {
  const backend = await startTestBackend({ seeded: true });
  onStop(() => backend.stop());
  await addProjects(backend, projects);
  await buildApps({ repository, log: logDetail });
  const builds = readApps(repository).map((app) => earlierBuild(app, join(directory, 'earlier', app)));
  const store = join(directory, `portfolio-of-${projects}`);
  const words = ['--artifact', ...(await Promise.all(builds)), '--to', store, '--backend', backend.url];
  const { time } = await runDeploy(words);
  logDetail(`${projects} projects were deployed in ${(time / 1000).toFixed(1)} s`);
  return { store, backend };
}

/** Adds copies of the first project, without pictures, until there are so many. */
async function addProjects(backend: TestBackend, count: number): Promise<void> {
  const projects = (await signIn(backend)).collection('projects');
  const [first, ...others] = await projects.getFullList<Record<string, unknown>>();
  const { title, description, long_description, category, status, technologies } = first ?? {};
  for (let index = others.length + 1; index < count; index += 1) {
    const texts = { description, long_description, category, status, technologies };
    await projects.create({ ...texts, title: `${String(title)} ${index}` });
  }
}

/** Writes an app's build with one line more in the script that is loaded first. @returns its folder */
async function earlierBuild(app: string, folder: string): Promise<string> {
  await cp(join(repository, app, 'dist/production'), folder, { recursive: true });
  const description = join(folder, 'artifact.json');
  const { version: _, ...artifact } = JSON.parse(await readFile(description, 'utf8')) as Artifact;
  const name = artifact.remote ? 'remoteEntry.js' : 'main.js';
  const file = join(folder, 'browser', name);
  const script = Buffer.from(`${await readFile(file, 'utf8')}\nperformance.mark('earlier');\n`);
  await writeFile(file, script);
  artifact.files[name] = { integrity: integrityOf(script), bytes: script.length };
  await writeFile(description, JSON.stringify({ ...artifact, version: versionOf(artifact) }));
  return folder;
}
