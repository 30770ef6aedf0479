import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { pagePath } from '@site/platform';
import sharp from 'sharp';
import { startSite } from './startSite';
import type { ShownPage } from './test';

const SAMPLES = resolve(import.meta.dirname, '../../backend/seed');

/**
 * Starts the servers that the specs share: a seeded PocketBase, a site that uses it, and a site without a backend.
 *
 * @returns a function that stops the servers
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const seedDir = await mkdtemp(join(tmpdir(), 'samples-'));
  await makePlainSamples(seedDir);
  const backend = await startTestBackend({ seeded: true, seedDirs: [seedDir] });
  await rm(seedDir, { recursive: true });
  const stops: (() => Promise<unknown>)[] = [backend.stop];
  const site = await startSite({ backendUrl: backend.url });
  const withoutBackend = await startSite({ backendUrl: undefined, reuseFrom: site.directory });
  stops.push(site.stop, withoutBackend.stop);
  process.env.SITE_URL = site.url;
  process.env.SITE_STORE = site.directory;
  process.env.SITE_WITHOUT_BACKEND_URL = withoutBackend.url;
  const pages = Object.entries(site.release.pages).map(([file, page]): ShownPage => {
    const path = pagePath(file, page);
    return { app: page.app, path, route: page.route ?? path };
  });
  process.env.RELEASED_PAGES = JSON.stringify(pages.filter(({ path }) => !/[:*]/.test(path)));
  process.env.SITE_BACKEND_URL = backend.url;
  process.env.BACKEND_SUPERUSER = JSON.stringify(backend.superuser);
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}

/**
 * Copies the sample projects to a directory. Replaces each picture with a plain one that has a quarter of its width and
 * height. No test depends on what the pictures show, and small plain pictures are much faster to encode and decode. Removes
 * one project's cover, so that the tests also encounter the drawing that is shown if a project has no cover.
 */
async function makePlainSamples(directory: string): Promise<void> {
  await cp(SAMPLES, directory, { recursive: true });
  for (const [index, name] of (await readdir(join(SAMPLES, 'pictures'))).entries()) {
    const { width, height } = await sharp(join(SAMPLES, 'pictures', name)).metadata();
    const background = { r: 10 * index, g: 120, b: 200 };
    const size = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) };
    await sharp({ create: { ...size, channels: 3, background } }).toFile(join(directory, 'pictures', name));
  }
  const file = join(directory, 'projects.json');
  const samples = JSON.parse(await readFile(file, 'utf8')) as { projects: { cover_Image: string }[] };
  Object.assign(samples.projects.at(-2) ?? {}, { cover_Image: '' });
  await writeFile(file, JSON.stringify(samples));
}
