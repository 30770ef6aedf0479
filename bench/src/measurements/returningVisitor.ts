import { join } from 'node:path';
import { createSite } from '@site/tools/server/createSite';
import { storeSource } from '@site/tools/server/storeSource';
import { directoryStore } from '@site/tools/store/directoryStore';
import { copyStore } from '@site/tools/testing/copyStore';
import type { Page } from 'playwright-core';
import type { Measurement, Target } from '../Measurement';
import { startEdge } from '../startEdge';
import { deployInto } from '../subjects/deploySite';
import { changeBuild } from './changeBuild';

const VISIT_LIMIT = 30_000;

/** Bytes that a visitor who has seen every page downloads again after one team has deployed. */
export const measureReturningVisitor: Measurement = async (bench) => {
  const { directory, backend, site, subjects, browser, certificate } = bench;
  const apps = site.artifacts.map(({ artifact }) => artifact.app);
  const paths = Object.values(subjects.find(({ name }) => name === 'our site')?.paths ?? {});
  const store = join(directory, 'returning-visitor');
  copyStore(site.store, store);
  const server = await createSite(storeSource(directoryStore(store)), { backendUrl: backend.url });
  const edge = await startEdge(await server.listen({ port: 0, host: '127.0.0.1' }), certificate);
  const rows: { deployed: string; bytes: Record<string, number> }[] = [];
  try {
    for (const { artifact } of site.artifacts) {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(VISIT_LIMIT);
      const first = await visit(page, edge.origin, paths, apps);
      await deployInto(store, [changeBuild(site, artifact.app)], backend.url);
      const bytes = await visit(page, edge.origin, paths, apps);
      await context.close();
      if (rows.length === 0) rows.push({ deployed: 'nothing yet: first visit', bytes: first });
      rows.push({ deployed: artifact.app, bytes });
      console.log(`  after a deployment of ${artifact.app}: ${JSON.stringify(bytes)}`);
    }
  } finally {
    await edge.stop();
    await server.close();
  }
  return {
    tables: [
      {
        title: 'What a returning visitor downloads again after one team has deployed',
        note: `Bytes of each app's scripts, fonts and pictures on a second visit to ${paths.length} pages, after a change in the deployed app.`,
        columns: ['deployed', ...apps],
        rows: rows.map(({ deployed, bytes }) => [deployed, ...apps.map((app) => String(bytes[app] ?? 0))]),
      },
    ],
    targets: rows.flatMap(({ deployed, bytes }): Target[] => {
      if (!deployed.endsWith('-remote')) return [];
      const others = apps.filter((app) => app !== deployed);
      const again = others.reduce((sum, app) => sum + (bytes[app] ?? 0), 0);
      return [
        {
          name: `After a deployment of ${deployed}`,
          wanted: `no byte of ${others.join(' and ')} again`,
          measured: `${again} bytes`,
          isMet: again === 0 && (bytes[deployed] ?? 0) > 0,
        },
      ];
    }),
  };
};

/** Opens every page in full and adds up, by app, what had to come over the wire. */
async function visit(
  page: Page,
  origin: string,
  paths: string[],
  apps: string[],
): Promise<Record<string, number>> {
  const bytes = Object.fromEntries(apps.map((app) => [app, 0]));
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const fetched = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ transferSize }) => transferSize > 0)
        .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, size: encodedBodySize })),
    );
    for (const app of apps) {
      const own = fetched.filter((entry) => entry.path.startsWith(`/assets/${app}/`));
      bytes[app] = own.reduce((sum, { size }) => sum + size, bytes[app] ?? 0);
    }
  }
  return bytes;
}
