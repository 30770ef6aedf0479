import type { RemoteConfig } from '@site/shared/remote';
import { MANIFEST, type Artifact } from '../build/Artifact';
import { writeBuild } from './writeBuild';

interface RemoteContent extends Pick<RemoteConfig, 'name' | 'mount'> {
  /** For each path the source of a function body that returns the page's text; `data` is what fills it. */
  pages: Record<string, string>;
  /** For some of the paths the source of what fills their pages, an object with `list`, `prepare` and `head`. */
  sources?: Record<string, string>;
}

/** Writes a tiny remote that asks the shell for `react`: one chunk and one style sheet for each page, `Page1`, `Page2` and so on. */
export function writeRemoteBuild(
  directory: string,
  { name, mount, pages, sources = {} }: RemoteContent,
): Promise<Artifact> {
  const chunks = Object.entries(pages).map(([path, body], index) => ({
    path,
    body,
    chunk: `Page${index + 1}`,
  }));
  const routes = chunks.map(
    ({ path, body, chunk }) => `{
      id: '${name}/${chunk}',
      path: '${path}',
      handle: { title: '${name} ${path}', description: '', chrome: 'full', index: true },
      lazy: async () => ({ Component: (data) => { ${body} } }),
    }`,
  );
  return writeBuild(directory, {
    app: `${name}-remote`,
    remote: { name, mount, paths: Object.keys(pages) },
    entry: { scripts: ['remoteEntry.js', 'routes.js'], styles: [] },
    pages: Object.fromEntries(
      chunks.map(({ chunk }) => [chunk, { scripts: [`${chunk}.js`], styles: [`${name}.${chunk}.css`] }]),
    ),
    browser: {
      [MANIFEST]: JSON.stringify({
        metaData: { remoteEntry: { name: 'remoteEntry.js', path: '' }, publicPath: 'auto' },
        exposes: [{ path: './routes', assets: { js: { sync: ['routes.js'], async: [] } } }],
        integrity: { 'remoteEntry.js': 'sha384-entry', 'routes.js': 'sha384-routes' },
      }),
      'remoteEntry.js': `console.log("${name}")`,
      'routes.js': routes.join(),
      ...Object.fromEntries(chunks.map(({ chunk, body }) => [`${chunk}.js`, body])),
      ...Object.fromEntries(
        chunks.map(({ chunk }) => [`${name}.${chunk}.css`, `.${name}_${chunk}{color:red}`]),
      ),
    },
    server: `
      const { shout } = require('react');
      exports.routes = [${routes.join()}];
      exports.sources = {${chunks
        .filter(({ path }) => sources[path])
        .map(({ path, chunk }) => `'${name}/${chunk}': ${sources[path]}`)
        .join()}};
    `,
  });
}
