import { expect, test } from '@jest/globals';
import { MANIFEST } from '../build/Artifact';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { liveManifest } from './releaseRemote';

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
