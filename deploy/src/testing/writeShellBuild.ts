import type { Artifact } from '../build/Artifact';
import { writeBuild } from './writeBuild';

/**
 * Writes a tiny shell. Its documents show the page's text and, as JSON, what they were made of.
 *
 * @param words stand in its header, so that two shells with other words are other builds
 */
export function writeShellBuild(directory: string, words = 'Tiny shell'): Promise<Artifact> {
  return writeBuild(directory, {
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

      exports.render = async (pathname, routes) => {
        const route = routes.find(({ path }) => path.replace(/:[^/]+$/, '_') === pathname);
        if (!route) return { status: 404, html: 'No such page', route: 'not-found', handle: { title: 'Not found' } };
        const { Component } = await route.lazy();
        return { status: 200, html: Component(), route: route.id, handle: route.handle };
      };

      exports.renderSiteFiles = (pages) => ({
        'sitemap.xml': pages.map(({ path }) => path).join(' '),
        'robots.txt': 'Sitemap: /sitemap.xml',
        'site.webmanifest': '{}',
      });

      const blockOf = (release) =>
        '<script type="application/json" id="release">' +
        JSON.stringify(release).replaceAll('<', '\\\\u003c') + '</script>';

      exports.renewReleaseBlock = (page, release) =>
        page.replace(/<script type="application\\/json" id="release">[^<]*<\\/script>/, () => blockOf(release));

      exports.renderDocument = ({ page, release, ...parts }) =>
        '<header>${words}</header><main>' + page.html + '</main>' +
        blockOf(release) + '<!--' + JSON.stringify({ title: page.handle.title, ...parts }) + '-->';
    `,
  });
}
