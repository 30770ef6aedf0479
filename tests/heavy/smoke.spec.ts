import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { deploy } from '@site/platform/release/deploy';
import { liveRelease } from '@site/platform/release/readReleases';
import { checkRelease } from '@site/platform/cli/checkRelease';
import { sha256 } from '@site/platform/build/sha256';
import { computeVersion } from '@site/platform/build/BuildDescription';
import type { LoadedBuild } from '@site/platform/store/readBuild';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, test } from '../browser/test';

const SMOKE = `cd ${resolve(import.meta.dirname, '../..')} && npm run --silent smoke`;

const FAILED = /^The check ended with 1, so nothing has gone live: .*npm run --silent smoke/;

test.describe('Deployment: the smoke test before a release goes live', () => {
  // Run these tests in one worker, so that they share a site.
  test.describe.configure({ mode: 'default' });
  test.setTimeout(300_000);
  let site: RunningSite;
  let intact: LoadedBuild;

  test.beforeAll(async () => {
    site = await copySite();
    intact = await site.otherBuild('studio-remote', 'Our story', 'Our yarn');
  });
  test.afterAll(async () => {
    await site.stop();
  });

  const deployChecked = (build: LoadedBuild) => {
    const { store } = site;
    return deploy({
      store,
      change: { kind: 'deploy', builds: [build] },
      log: () => undefined,
      check: (release) => checkRelease({ store, release, command: SMOKE, log: () => undefined }),
    });
  };

  // For a site with a backend, see tests/documents/pipeline.integration.test.ts.
  test('the smoke test passes on a site without a backend', async () => {
    const { id } = await deployChecked(intact);
    expect((await liveRelease(site.store))?.id).toBe(id);
  });

  test('the smoke test fails on an error that only occurs in browsers', async () => {
    const before = await liveRelease(site.store);
    const broken = await site.otherBuild(
      'studio-remote',
      '"use strict"',
      '"use strict";throw new Error("broken")',
    );
    // Keep the intact server bundle, so that the pages can still be rendered.
    await expect(deployChecked(withServer(broken, intact.server))).rejects.toThrow(FAILED);
    expect((await liveRelease(site.store))?.id).toBe(before?.id);
  });

  test('without the address of a site, the smoke test fails with advice', () => {
    const { stderr, status } = spawnSync('sh', ['-c', SMOKE], {
      encoding: 'utf8',
      env: { ...process.env, BASE_URL: '' },
      timeout: 60_000,
    });
    expect(stderr).toContain('Set the address of the site: BASE_URL=http://localhost:3000 npm run smoke');
    expect(status).toBe(1);
  });
});

function withServer(build: LoadedBuild, server: string): LoadedBuild {
  const description = { ...build.description, serverHash: sha256(server) };
  return { ...build, server, description: { ...description, version: computeVersion(description) } };
}
