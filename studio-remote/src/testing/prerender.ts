import { embed, render, renderDocument } from '@site/shell/render';
import { JSDOM } from 'jsdom';
import { remote } from '../../remote.config';
import { routes, sources } from '../server';
import { answering } from './answering';

interface Prerendered {
  /** The document as it is written to a file. */
  html: string;
  /** The same as a browser without scripts reads it. */
  page: Document;
  /** What is embedded; undefined without data. */
  data: unknown;
}

/**
 * Makes the page at a path as deployment does: the backend's answer is read, prepared, embedded, read again from
 * there, and rendered. In Node's own environment only.
 *
 * @param records what the backend has; without them the page is made without data
 * @param entry the value of the path's parameter, or the query that the page is found by; empty without one
 */
export async function prerender(path: string, records?: unknown[], entry = ''): Promise<Prerendered> {
  const route = routes.find((one) => one.path === path);
  const source = Object.entries(sources).find(([id]) => id === route?.id)?.[1];
  if (!route || !source) throw new Error(`${path} is no page with data.`);
  const window = new JSDOM('').window;
  let json: string | undefined;
  if (records) {
    const list = await source.list(answering(records));
    const content: unknown = list.get(entry);
    if (content === undefined) throw new Error(`${path} has no page for ${entry}.`);
    json = embed(source.prepare(content as never, () => window));
  }
  const data: unknown = json === undefined ? undefined : JSON.parse(json);
  const isPattern = path.includes('/:');
  const pathname = isPattern ? path.replace(/:[^/]+$/, encodeURIComponent(entry) || '_') : path + entry;
  const head = data === undefined ? undefined : source.head?.(data as never, entry);
  const html = renderDocument({
    page: await render(pathname, routes, data),
    ...((records || !isPattern) && { pathname }),
    ...(head && { head }),
    ...(json !== undefined && { data: json }),
    block: {
      shell: 'c1',
      remote: {
        name: remote.name,
        mount: remote.mount,
        version: 'a1',
        entry: { url: '/e.js', integrity: 'sha384-e' },
      },
    },
    styles: [],
    main: { url: '/main.js', integrity: 'sha384-m' },
    preloads: [],
    files: {},
  });
  // What a file holds is UTF-8.
  const written = Buffer.from(html).toString();
  return { html: written, page: new JSDOM(written).window.document, data };
}
