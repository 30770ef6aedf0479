import { expect, test } from '@jest/globals';
import { buildsOf, type Release, type ReleasePage } from './Release';

const page = (app: string, version: string, shell: string): ReleasePage => ({
  ...{ app, path: '/', version, shell },
  content: `${app} ${version}`,
});

test('the builds of a release are those of now and those that its pages were made with, the shell’s by the 404 page', () => {
  const apps = { frame: 's2', 'studio-remote': 'a2' };
  const pages = {
    '404.html': page('frame', 's2', 's2'),
    'index.html': page('studio-remote', 'a1', 's1'),
    'about.html': page('studio-remote', 'a2', 's2'),
  };
  const builds = ['frame/s1', 'frame/s2', 'studio-remote/a1', 'studio-remote/a2'];
  expect([...buildsOf({ apps, pages } as unknown as Release)].sort()).toEqual(builds);
});
