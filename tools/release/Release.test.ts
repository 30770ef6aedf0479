import { expect, test } from '@jest/globals';
import { buildsOf, contentsOf, picturesOf, type Release, type ReleasePage } from './Release';

const page = (app: string, version: string, shell: string, more: Partial<ReleasePage> = {}): ReleasePage => ({
  app,
  path: '/',
  version,
  shell,
  content: `${app} ${version}`,
  ...more,
});

const release = {
  apps: { frame: 's2', 'studio-remote': 'a2' },
  pages: {
    '404.html': page('frame', 's2', 's2'),
    'index.html': page('studio-remote', 'a1', 's1', { pictures: ['one', 'two'] }),
    'about.html': page('studio-remote', 'a2', 's2', { pictures: ['two', 'three'] }),
  },
  files: { 'robots.txt': 'robots' },
} as unknown as Release;

test('the contents of a release are those of its pages and of its other files', () => {
  expect(contentsOf(release)).toEqual([
    ['404.html', 'frame s2'],
    ['index.html', 'studio-remote a1'],
    ['about.html', 'studio-remote a2'],
    ['robots.txt', 'robots'],
  ]);
});

test('its pictures are those of all pages', () => {
  expect([...picturesOf(release)].sort()).toEqual(['one', 'three', 'two']);
});

test('its builds are those of now and those that its pages were made with, the shell’s by the 404 page', () => {
  expect([...buildsOf(release)].sort()).toEqual([
    'frame/s1',
    'frame/s2',
    'studio-remote/a1',
    'studio-remote/a2',
  ]);
});

test('a release without a 404 page has its shell from the folder of that name', () => {
  const pages = { 'about.html': page('studio-remote', 'a2', 's2') };
  expect([...buildsOf({ ...release, apps: { 'studio-remote': 'a2' }, pages })].sort()).toEqual([
    'shell/s2',
    'studio-remote/a2',
  ]);
});
