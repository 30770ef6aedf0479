import { describe, expect, test } from '@jest/globals';
import type { DocumentParts } from '@site/shell/render';
import { renderPages } from './renderPages';
import type { RenderJob } from './renderPages';
import { renderJob } from '../testing/renderJob';

/** What a document of the tiny shell was made of. */
function partsOf(page: string | undefined): DocumentParts {
  return JSON.parse(/<!--(.*)-->/.exec(page ?? '')?.[1] ?? '') as DocumentParts;
}

/** The build of an app within a job. */
function build(job: RenderJob, app: string) {
  const found = job.apps.find(({ artifact }) => artifact.app === app);
  if (!found) throw new Error(`There is no ${app}.`);
  return found;
}

describe('a page', () => {
  test('is the remote’s page inside the shell, with the release that it belongs to', async () => {
    const job = await renderJob({ '/': `return 'Home'`, '/about': `return 'About'` });
    const { documents: pages } = await renderPages(job);
    expect(Object.keys(pages).sort()).toEqual(['404.html', 'about.html', 'index.html']);
    expect(pages['about.html']).toContain('<header>Tiny shell</header><main>About</main>');
    expect(pages['about.html']).toContain(JSON.stringify(job.release.block));
  });

  test('uses the modules that the shell provides', async () => {
    const { documents: pages } = await renderPages(await renderJob({ '/': `return shout('home')` }));
    expect(pages['index.html']).toContain('<main>HOME</main>');
  });

  test('preloads the remote’s entry and its own chunk, no other page’s', async () => {
    const job = await renderJob({ '/': `return 'Home'`, '/about': `return 'About'` });
    const { artifact } = build(job, 'studio-remote');
    const { preloads, main } = partsOf((await renderPages(job)).documents['about.html']);
    expect(preloads).toEqual(
      ['remoteEntry.js', 'routes.js', 'Page2.js'].map((name) => ({
        url: `/assets/studio-remote/${artifact.version}/${name}`,
        integrity: artifact.files[name]?.integrity,
      })),
    );
    expect(main.url).toBe(`/assets/shell/${build(job, 'shell').artifact.version}/main.js`);
  });

  test('inlines the shell’s style sheet and its own; what they refer to is named in full', async () => {
    const job = await renderJob({ '/': `return 'Home'`, '/about': `return 'About'` });
    const { styles, files } = partsOf((await renderPages(job)).documents['about.html']);
    const picture = `/assets/shell/${build(job, 'shell').artifact.version}/picture.png`;
    expect(styles).toEqual([
      { name: 'shell.main.css', css: `.header{background:url(${picture})}` },
      { name: 'studio.Page2.css', css: '.studio_Page2{color:red}' },
    ]);
    expect(files).toMatchObject({ 'picture.png': picture });
    expect(Object.keys(files)).not.toContain('main.js');
  });

  test('names the Trusted Types policies of every app', async () => {
    const { documents: pages } = await renderPages(await renderJob({ '/': `return 'Home'` }));
    expect(partsOf(pages['index.html']).policies).toEqual(
      expect.arrayContaining(['site-shell', 'site-studio', 'site-entry', 'dompurify']),
    );
  });

  test('has a canonical address, unless it stands for many', async () => {
    const { documents: pages } = await renderPages(
      await renderJob({ '/about': `return 'About'`, '/projects/:projectId': `return 'Project'` }),
    );
    expect(partsOf(pages['about.html']).pathname).toBe('/about');
    expect(pages['projects/_.html']).toContain('<main>Project</main>');
    expect(partsOf(pages['projects/_.html'])).not.toHaveProperty('pathname');
    expect(partsOf(pages['404.html'])).not.toHaveProperty('pathname');
  });

  test('sees nothing of what another page left behind', async () => {
    const count = `exports.seen = (exports.seen ?? 0) + 1; return 'Seen ' + exports.seen;`;
    const { documents: pages } = await renderPages(await renderJob({ '/': count, '/about': count }));
    expect(pages['index.html']).toContain('<main>Seen 1</main>');
    expect(pages['about.html']).toContain('<main>Seen 1</main>');
  });

  test('is rendered only if it is asked for', async () => {
    const job = await renderJob({ '/': `return 'Home'`, '/about': `return 'About'` });
    expect(Object.keys((await renderPages({ ...job, files: ['about.html'] })).documents)).toEqual([
      'about.html',
    ]);
  });
});

test('the 404 page is the shell’s alone', async () => {
  const { documents: pages } = await renderPages(await renderJob({ '/': `return 'Home'` }));
  expect(pages['404.html']).toContain('<main>No such page</main>');
  expect(partsOf(pages['404.html'])).toMatchObject({ preloads: [], styles: [{ name: 'shell.main.css' }] });
});

describe('a known page behind a pattern', () => {
  const known = {
    path: '/projects/abc',
    title: 'Harbour',
    description: 'A harbour.',
    modified: '2026-01-02',
  };

  async function jobWithKnown(body: string): Promise<RenderJob> {
    const job = await renderJob({ '/': `return 'Home'`, '/projects/:projectId': body });
    job.release.pages['projects/abc.html'] = { app: 'studio-remote', path: '/projects/abc', known };
    return { ...job, files: Object.keys(job.release.pages) };
  }

  test('has the pattern’s content, byte by byte, under a head of its own', async () => {
    const { documents } = await renderPages(await jobWithKnown(`return 'Project ' + Math.random()`));
    const main = (page: string | undefined) => /<main>.*<\/main>/.exec(page ?? '')?.[0];
    expect(main(documents['projects/abc.html'])).toMatch(/Project 0\.\d+/);
    expect(main(documents['projects/abc.html'])).toBe(main(documents['projects/_.html']));
    expect(partsOf(documents['projects/abc.html'])).toMatchObject({ known, pathname: '/projects/abc' });
    expect(partsOf(documents['projects/_.html'])).not.toHaveProperty('known');
  });

  test('is listed for search engines; its pattern, which is no address, and the 404 page are not', async () => {
    const { listed, siteFiles } = await renderPages(await jobWithKnown(`return 'Project'`));
    expect(listed.sort()).toEqual(['index.html', 'projects/abc.html']);
    expect(siteFiles['sitemap.xml']?.split(' ').sort()).toEqual(['/', '/projects/abc']);
  });
});

describe('the sitemap', () => {
  test('keeps the pages that are carried over, as far as they were listed', async () => {
    const job = await renderJob({
      '/': `return 'Home'`,
      '/about': `return 'About'`,
      '/terms': `return 'Terms'`,
    });
    const carried = job.release.pages['about.html'];
    if (carried) carried.listed = true;
    const { listed, siteFiles } = await renderPages({ ...job, files: ['index.html'] });
    expect(listed).toEqual(['index.html']);
    expect(siteFiles['sitemap.xml']?.split(' ').sort()).toEqual(['/', '/about']);
  });
});

describe('what cannot be rendered is named, with the reason:', () => {
  async function changed(change: (job: RenderJob) => void): Promise<RenderJob> {
    const job = await renderJob({ '/about': `return 'About'` });
    change(job);
    return job;
  }

  test('a page that throws', async () => {
    const job = await renderJob({ '/about': `throw new Error('no such word')` });
    await expect(renderPages(job)).rejects.toThrow(
      /^\/about of studio-remote cannot be rendered: .*no such word/,
    );
  });

  test('a path without a route', async () => {
    const job = await changed(({ release }) => {
      release.pages['contact.html'] = { app: 'studio-remote', path: '/contact' };
    });
    await expect(renderPages({ ...job, files: ['contact.html'] })).rejects.toThrow(
      '/contact of studio-remote cannot be rendered: it has no route.',
    );
  });

  test('a route whose id names no chunk', async () => {
    const job = await changed((one) => {
      build(one, 'studio-remote').artifact.pages = {};
    });
    await expect(renderPages(job)).rejects.toThrow(
      'its route id studio/Page1 names no chunk of studio-remote; expected <remote name>/<chunk name>.',
    );
  });

  test('a remote that asks for what the shell does not provide', async () => {
    const job = await changed((one) => {
      build(one, 'studio-remote').server = `require('node:fs'); exports.routes = [];`;
    });
    await expect(renderPages(job)).rejects.toThrow('the shell does not provide node:fs.');
  });

  test('a page whose style sheet or script is missing', async () => {
    const unstyled = await changed((one) => {
      build(one, 'studio-remote').styles = {};
    });
    await expect(renderPages(unstyled)).rejects.toThrow('the style sheet studio.Page1.css is missing.');
    const unscripted = await changed((one) => {
      delete build(one, 'studio-remote').artifact.files['Page1.js'];
    });
    await expect(renderPages(unscripted)).rejects.toThrow('the script Page1.js is missing.');
  });

  test('a page whose app is not there', async () => {
    const job = await changed((one) => {
      one.apps = one.apps.filter(({ artifact }) => artifact.app === 'shell');
    });
    await expect(renderPages(job)).rejects.toThrow(
      'about.html belongs to studio-remote, which is not in this release.',
    );
  });

  test('a file that is no page', async () => {
    const job = await renderJob({});
    await expect(renderPages({ ...job, files: ['other.html'] })).rejects.toThrow(
      'other.html is no page of this release.',
    );
  });

  test('anything, without a shell', async () => {
    const job = await renderJob({});
    await expect(renderPages({ ...job, apps: [] })).rejects.toThrow('There is no shell to render with.');
  });
});
