import { expect, test } from '@jest/globals';
import { MANIFEST } from '../build/Artifact';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { liveManifest, releaseManifest } from './releaseRemote';

test('tabs learn of the shell, and of the entry of each remote; a build without one is refused', () => {
  const [shell, studio] = [tinyShell(), tinyStudio()];
  const { version } = studio.artifact;
  const entry = {
    url: `/assets/studio-remote/${version}/remoteEntry.js`,
    integrity: studio.artifact.files['remoteEntry.js']?.integrity,
  };
  expect(releaseManifest([studio, shell], { id: '1' })).toEqual({
    id: '1',
    shell: shell.artifact.version,
    remotes: [{ name: 'studio', mount: '/', version, entry }],
  });
  const without = { artifact: { ...studio.artifact, files: {} } };
  expect(() => releaseManifest([shell, without], { id: '1' })).toThrow(
    'studio-remote has no remoteEntry.js: build it again.',
  );
});

test('the manifest of a remote names its build’s files by their addresses from where it is; the shell has none', () => {
  const build = tinyStudio();
  const [[name, content] = ['', '']] = liveManifest(build);
  expect(name).toBe('remotes/studio/mf-manifest.json');
  const folder = `../../assets/studio-remote/${build.artifact.version}/`;
  const built = JSON.parse(build.files.get(MANIFEST)?.toString() ?? '') as object;
  expect(JSON.parse(content)).toEqual({
    ...built,
    metaData: { publicPath: 'auto', remoteEntry: { name: 'remoteEntry.js', path: folder } },
    exposes: [{ path: './routes', assets: { js: { sync: [`${folder}routes.js`], async: [] } } }],
    integrity: {
      [`${folder}remoteEntry.js`]: 'sha384-entry',
      [`${folder}routes.js`]: 'sha384-routes',
    },
  });
  expect(liveManifest(tinyShell())).toEqual([]);
});
