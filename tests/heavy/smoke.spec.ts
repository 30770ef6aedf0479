import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { deploy } from '@site/tools/release/deploy';
import { liveRelease } from '@site/tools/release/readHistory';
import { checkRelease } from '@site/tools/cli/checkRelease';
import { sha256 } from '@site/tools/build/sha256';
import { versionOf } from '@site/tools/build/Artifact';
import type { LoadedArtifact } from '@site/tools/store/readArtifact';
import { copySite } from '../browser/startSite';
import { expect, test } from '../browser/test';

const SMOKE = `cd ${resolve(import.meta.dirname, '../..')} && npm run --silent smoke`;

const FAILED = /^The check ended with 1, so nothing has gone live: .*npm run --silent smoke/;

test.describe('Deployment: the smoke test before a release goes live', () => {
  test.setTimeout(300_000);

  // tests/docs/pipeline.integration.test.ts runs the smoke test with a backend.
  test('passes without the backend, and fails on an error that only browsers see', async () => {
    const site = await copySite();
    const { store } = site;
    const put = (build: LoadedArtifact) =>
      deploy({
        store,
        artifacts: [build],
        log: () => undefined,
        check: (release) => checkRelease({ store, release, command: SMOKE, log: () => undefined }),
      });
    try {
      const intact = await site.otherBuild('studio-remote', 'Our story', 'Our yarn');
      const { id } = await put(intact);
      expect((await liveRelease(store))?.id).toBe(id);
      // The code for browsers is broken, and the server bundle is not.
      const broken = await site.otherBuild(
        'studio-remote',
        '"use strict"',
        '"use strict";throw new Error("broken")',
      );
      await expect(put(withServer(broken, intact.server))).rejects.toThrow(FAILED);
      expect((await liveRelease(store))?.id).toBe(id);
    } finally {
      await site.stop();
    }
  });

  test('fails with advice if no site is given', () => {
    const { stderr, status } = spawnSync('sh', ['-c', SMOKE], {
      encoding: 'utf8',
      env: { ...process.env, BASE_URL: '' },
      timeout: 60_000,
    });
    expect(stderr).toContain('Set the address of the site: BASE_URL=http://localhost:3000 npm run smoke');
    expect(status).toBe(1);
  });
});

/** Returns a build with the server bundle of another one. */
function withServer(build: LoadedArtifact, server: string): LoadedArtifact {
  const artifact = { ...build.artifact, serverHash: sha256(server) };
  return { ...build, server, artifact: { ...artifact, version: versionOf(artifact) } };
}
