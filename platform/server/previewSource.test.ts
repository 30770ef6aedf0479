import { describe, expect, test } from '@jest/globals';
import type { ReleaseManifest } from '@site/shared/remote';
import type { Release, ReleasePage } from '../release/Release';
import { overlay } from './previewSource';

// release/previewRelease.test.ts tests a preview of a real site.

type Apps = Record<'shell' | 'studio-remote' | 'micora-remote', string>;
const LIVE: Apps = { shell: 's1', 'studio-remote': 't1', 'micora-remote': 'm1' };

const ENTRY = { route: '/projects/:projectId' };

/** Makes a release from these builds. The content of each page and file contains the versions of its builds. */
function makeRelease(id: string, apps: Apps, more: Partial<Release> = {}) {
  const page = (app: keyof Apps, path: string, rest: object = {}): ReleasePage => ({
    ...{ app, path, version: apps[app], shell: apps.shell, content: `${path} of ${apps[app]} ${apps.shell}` },
    ...rest,
  });
  const release: Release = {
    ...{ id, createdAt: '', apps },
    pages: {
      '404.html': page('shell', '*'),
      'index.html': page('studio-remote', '/'),
      'projects/_.404.html': page('studio-remote', ENTRY.route),
      'projects/abc.html': page('studio-remote', '/projects/abc', ENTRY),
      'micora.html': page('micora-remote', '/micora'),
    },
    files: {
      'release.json': id,
      'robots.txt': apps.shell,
      'remotes/base.css': apps.shell,
      'remotes/studio/mf-manifest.json': apps['studio-remote'],
      'remotes/micora/mf-manifest.json': apps['micora-remote'],
    },
    ...more,
  };
  const remotes = ['studio', 'micora'].map((name) => ({
    ...{ name, mount: '/', entry: { url: '', integrity: '' } },
    version: apps[`${name}-remote` as keyof Apps],
  }));
  const manifest: ReleaseManifest = { id, shell: apps.shell, remotes };
  return { page, release, manifest };
}

const live = makeRelease('live', { shell: 's2', 'studio-remote': 't2', 'micora-remote': 'm2' });
const studio = makeRelease('seen', { ...LIVE, 'studio-remote': 'seen' }, { preview: ['studio-remote'] });
const shell = makeRelease('seen', { ...LIVE, shell: 'seen' }, { preview: ['shell'] });
const contentsOf = ({ release: { pages } }: { release: Release }) =>
  Object.fromEntries(Object.entries(pages).map(([file, { content }]) => [file, content]));

describe('a preview over the live release', () => {
  test('a remote’s preview has the remote’s own pages and the live pages of all other apps', () => {
    const shown = overlay(live, studio);
    expect(contentsOf(shown)).toEqual({
      ...{ '404.html': '* of s2 s2', 'micora.html': '/micora of m2 s2' },
      ...{ 'index.html': '/ of seen s1', 'projects/abc.html': '/projects/abc of seen s1' },
      'projects/_.404.html': `${ENTRY.route} of seen s1`,
    });
    expect(shown.release.files).toEqual({
      ...{ 'release.json': 'live', 'robots.txt': 's2', 'remotes/base.css': 's2' },
      ...{ 'remotes/studio/mf-manifest.json': 'seen', 'remotes/micora/mf-manifest.json': 'm2' },
    });
    expect(shown.manifest).toMatchObject({ id: 'seen+live', shell: 's2', preview: true });
    expect(shown.manifest.remotes.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
      'micora m2',
      'studio seen',
    ]);
  });

  test('the shell’s preview has only its own pages and files', () => {
    const shown = overlay(live, shell);
    expect(contentsOf(shown)).toEqual(contentsOf(shell));
    expect(shown.release.files).toEqual(shell.release.files);
    expect(shown.manifest).toMatchObject({ shell: 'seen', remotes: shell.manifest.remotes });
  });

  test('a newer live entry is shown, and so is a newer live page of another app', () => {
    const pages = {
      ...live.release.pages,
      'projects/new.html': live.page('studio-remote', '/projects/new', ENTRY),
      'events.html': live.page('micora-remote', '/events'),
    };
    const now = { ...live, release: { ...live.release, pages } };
    for (const preview of [studio, shell])
      expect(contentsOf(overlay(now, preview))).toMatchObject({
        ...{ 'projects/new.html': '/projects/new of t2 s2', 'events.html': '/events of m2 s2' },
      });
  });

  test('a live page is not shown if the previewed app has removed it', () => {
    const pages = { ...live.release.pages, 'about.html': live.page('studio-remote', '/about') };
    expect(contentsOf(overlay({ ...live, release: { ...live.release, pages } }, studio))).not.toHaveProperty([
      'about.html',
    ]);
  });

  test('the live page is shown if the preview’s own page could not be rendered', () => {
    const { 'index.html': _, ...pages } = studio.release.pages;
    const failed = { 'index.html': { ...studio.page('studio-remote', '/'), data: 'd' } };
    const last = {
      ...pages,
      'projects/abc.html': makeRelease('old', LIVE).page('studio-remote', '/projects/abc', ENTRY),
    };
    const shown = overlay(live, { ...studio, release: { ...studio.release, pages: last, failed } });
    expect(contentsOf(shown)).toMatchObject({
      ...{ 'index.html': '/ of t2 s2', 'projects/abc.html': '/projects/abc of t2 s2' },
    });
  });
});
