import { expect, jest, test } from '@jest/globals';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, createSite, deploy, openStore, readBuild, rollback, storeSource } from '@site/platform';
import { temporaryDirectory } from '@site/platform/testing/temporaryDirectory';

jest.setTimeout(180_000);

const REPOSITORY = resolve(import.meta.dirname, '../..');
const log = () => undefined;

/** Returns a minimal site's source files, by path. The site's shell and remote use none of our apps' code. */
const files = (heading: string) => ({
  'shell/webpack.config.ts': `
    import { webpackConfig } from '@site/platform/webpack.common';
    export default webpackConfig(import.meta.dirname);`,
  'shell/src/browser/main.tsx': `document.documentElement.dataset.garden = 'open';`,
  'shell/src/server/render.tsx': `
    import * as react from 'react';
    import * as jsxRuntime from 'react/jsx-runtime';
    import { renderToStaticMarkup } from 'react-dom/server';
    export const provided = { react, 'react/jsx-runtime': jsxRuntime };
    export async function render(pathname, routes) {
      const route = routes.find(({ path }) => path === pathname);
      if (!route) return { status: 404, html: 'Nothing grows here', route: 'not-found', handle: { title: '' } };
      const { Component } = await route.lazy();
      return { status: 200, html: renderToStaticMarkup(<Component />), route: route.id, handle: route.handle };
    }
    export const embed = JSON.stringify;
    export const renderDocument = ({ page, main }) =>
      '<script src="' + main.url + '"></script><main>' + page.html + '</main>';
    export const renderSiteFiles = (pages) => ({ 'robots.txt': pages.map(({ path }) => path).join(' ') });`,
  'garden-remote/remote.config.ts': `
    export const remote = { name: 'garden', mount: '/', paths: ['/'] };`,
  'garden-remote/webpack.config.ts': `
    import { webpackConfig } from '@site/platform/webpack.common';
    import { remote } from './remote.config';
    export default webpackConfig(import.meta.dirname, remote);`,
  'garden-remote/src/Herbs.tsx': `export const Herbs = () => <h1>${heading}</h1>;`,
  'garden-remote/src/routes.tsx': `
    export const routes = [
      {
        id: 'garden/Herbs',
        path: '/',
        handle: { title: 'Herbs', description: '' },
        lazy: async () => ({ Component: (await import(/* webpackChunkName: "Herbs" */ './Herbs')).Herbs }),
      },
    ];`,
  'garden-remote/src/server.ts': `export { routes } from './routes';`,
});

async function write(directory: string, heading: string): Promise<void> {
  for (const [name, text] of Object.entries(files(heading))) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
}

test('the public interface of platform builds, deploys, serves and rolls back another site', async () => {
  const repository = await temporaryDirectory();
  for (const name of ['node_modules', 'package-lock.json'])
    await symlink(join(REPOSITORY, name), join(repository, name));
  await write(repository, 'Thyme');
  const buildApps = async (...apps: string[]) => {
    const folders = await build({ repository, apps, log });
    return Promise.all(folders.map((folder) => readBuild(folder)));
  };

  const store = await openStore(await temporaryDirectory(), '/');
  await deploy({
    store,
    change: { kind: 'deploy', builds: await buildApps('shell', 'garden-remote') },
    log,
  });
  const site = await createSite(storeSource(store, { look: 0 }));
  const ask = async (url: string) => {
    const { statusCode, body } = await site.inject({ url });
    return [statusCode, body];
  };
  const expectHerb = async (name: string) =>
    expect(await ask('/')).toEqual([200, expect.stringContaining(`<main><h1>${name}</h1></main>`)]);
  await expectHerb('Thyme');
  const [, script = ''] = /src="([^"]+)"/.exec((await site.inject('/')).body) ?? [];
  expect(await ask(script)).toEqual([200, expect.stringContaining('garden')]);
  expect(await ask('/robots.txt')).toEqual([200, '/']);
  expect(await ask('/roses')).toEqual([404, expect.stringContaining('Nothing grows here')]);

  await write(repository, 'Sage');
  await deploy({ store, change: { kind: 'deploy', builds: await buildApps('garden-remote') }, log });
  await expectHerb('Sage');
  await rollback({ store, app: 'garden-remote', log });
  await expectHerb('Thyme');
  await site.close();
});
