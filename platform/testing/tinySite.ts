import type { RemoteConfig } from '@site/shared/contract';
import { MANIFEST } from '../build/BuildDescription';
import type { LoadedBuild } from '../store/readBuild';
import { tinyBuild } from './tinyBuild';

/**
 * Makes a tiny shell. Each document that it renders contains the page's text and, as JSON, the values that the document was
 * rendered from.
 *
 * @param words the header's text. Changing it changes the build's version
 */
export function tinyShell(words = 'Tiny shell'): LoadedBuild {
  return tinyBuild({
    app: 'shell',
    entry: { scripts: ['main.js'], styles: ['shell.main.css'] },
    pages: {},
    browser: {
      'main.js': 'console.log("shell")',
      'shell.main.css': '.header{background:url(picture.png)}',
      'picture.png': 'picture',
      'favicon.ico': 'icon',
    },
    server: `
      exports.provided = { react: { shout: (text) => text.toUpperCase() } };

      exports.render = async (pathname, routes, data) => {
        const route = routes.find(({ path }) => path === pathname) ??
          routes.find(({ path }) => path.replace(/[^/]+$/, '') === pathname.replace(/[^/]+$/, '') && path.includes(':'));
        if (!route) return { status: 404, html: 'No such page', route: 'not-found', handle: { title: 'Not found' } };
        const { Component } = await route.lazy();
        return { status: 200, html: Component(data), route: route.id, handle: route.handle };
      };

      const toJson = (value) => JSON.stringify(value).replaceAll('<', '\\\\u003c');
      exports.embed = toJson;

      exports.renderSiteFiles = (pages) => ({
        'sitemap.xml': pages.map(({ path }) => path).join(' '),
        'robots.txt': 'Sitemap: /sitemap.xml',
        'site.webmanifest': '{}',
      });

      exports.renderDocument = ({ page, block, data, ...parts }) =>
        '<header>${words}</header><main>' + page.html + '</main>' +
        '<script type="application/json" id="page">' + toJson(block) + '</script>' +
        (data ? '<script type="application/json" id="data">' + data + '</script>' : '') +
        '<!--' + JSON.stringify({ title: page.handle.title, index: page.handle.index, ...parts }) + '-->';
    `,
  });
}

interface RemoteContent extends Partial<Pick<RemoteConfig, 'name' | 'mount' | 'forms'>> {
  /** Whether the remote's pages report vitals and errors; by default, they do. */
  field?: boolean;
  /** For each path, the source code of a function body that returns the page's text. The code can read `data`. */
  pages: Record<string, string>;
  /** For each path that needs data, the source code of a data source (see `PageSource` in `shared/src/contract.ts`). */
  sources?: Record<string, string>;
  /** Code at the beginning of the server bundle. */
  first?: string;
  /** Code at the end of the server bundle. */
  last?: string;
}

/**
 * Makes a tiny remote that needs `react` from the shell. By default, its name is `studio`, and its page is at `/`. Each
 * page has a style sheet and a chunk. The chunks are named `Page1`, `Page2` and so on.
 */
export function tinyRemote({
  name = 'studio',
  mount = '/',
  forms = [],
  field = true,
  pages,
  sources = {},
  first = '',
  last = '',
}: RemoteContent): LoadedBuild {
  const chunks = Object.entries(pages).map(([path, body], index) => ({
    path,
    body,
    chunk: `Page${index + 1}`,
  }));
  const routes = chunks.map(
    ({ path, body, chunk }) => `{
      id: '${name}/${chunk}',
      path: '${path}',
      handle: { title: '${name} ${path}', description: '' },
      lazy: async () => ({ Component: (data) => { ${body} } }),
    }`,
  );
  const filled = chunks.filter(({ path }) => sources[path]);
  return tinyBuild({
    app: `${name}-remote`,
    remote: { name, mount, paths: Object.keys(pages), forms, ...(field && { field }) },
    entry: { scripts: ['remoteEntry.js', 'routes.js'], styles: [] },
    pages: Object.fromEntries(
      chunks.map(({ chunk }) => [chunk, { scripts: [`${chunk}.js`], styles: [`${name}.${chunk}.css`] }]),
    ),
    browser: {
      [MANIFEST]: JSON.stringify({
        metaData: { remoteEntry: { name: 'remoteEntry.js', path: '' }, publicPath: 'auto' },
        exposes: [{ path: './routes', assets: { js: { sync: ['routes.js'], async: [] } } }],
        integrity: { 'remoteEntry.js': 'sha256-entry', 'routes.js': 'sha256-routes' },
      }),
      'remoteEntry.js': `console.log("${name}")`,
      'routes.js': routes.join(),
      ...Object.fromEntries(chunks.map(({ chunk, body }) => [`${chunk}.js`, body])),
      ...Object.fromEntries(
        chunks.map(({ chunk }) => [`${name}.${chunk}.css`, `.${name}_${chunk}{color:red}`]),
      ),
    },
    server: `${first};
      const { shout } = require('react');
      exports.routes = [${routes.join()}];
      exports.sources = {${filled.map(({ path, chunk }) => `'${name}/${chunk}': ${sources[path]}`).join()}};
      ${last}
    `,
  });
}

/** Makes a tiny remote at `/` with a home page that shows `text`, and a page for the pattern `/projects/:projectId`. */
export function tinyStudio(text = 'Home'): LoadedBuild {
  return tinyRemote({ pages: { '/': `return '${text}'`, '/projects/:projectId': `return 'Project'` } });
}

/** Makes a tiny remote at `/micora` with one page that shows `text`. */
export function tinyMicora(text = 'MiCora', forms = ['micora_delete_requests'], field = true): LoadedBuild {
  const pages = { '/micora': `return '${text}'` };
  return tinyRemote({ name: 'micora', mount: '/micora', pages, forms, field });
}
