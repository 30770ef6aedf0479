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
        '<!--' + JSON.stringify({ title: page.handle.title, ...parts }) + '-->';
    `,
  });
}
