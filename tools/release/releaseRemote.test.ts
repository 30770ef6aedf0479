import { expect, test } from '@jest/globals';
import { tinyShell, tinyStudio } from '../testing/tinySite';
import { releaseManifest } from './releaseRemote';

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
