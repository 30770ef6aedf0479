import * as router from '@site/shared/router';
import type { PageHandle, PageRoute } from '@site/shared/contract';
import type { Breadcrumb, RenderedPage } from '@site/shared/shell';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { prerenderToNodeStream } from 'react-dom/static';
import * as jsxRuntime from 'react/jsx-runtime';
import { StaticRouterProvider, createStaticHandler, createStaticRouter, matchRoutes } from 'react-router-dom';
import { text } from 'node:stream/consumers';
import { resolvePages } from '../resolvePages';
import { shellRoutes } from '../routes';

export { embed } from './embed';
export { renderDocument } from './renderDocument';
export { renderSiteFiles } from './renderSiteFiles';

/**
 * The modules that the shell provides to the remotes' server bundles, by name. Browsers hydrate the pages with the same
 * modules.
 */
export const provided: Record<string, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@site/shared/router': router,
};

/**
 * Renders the page at a path, including the shell's layout, exactly as the browser will hydrate it.
 *
 * @param pathname a path of the remote, or any unknown path for the 404 page
 * @param pages the routes of the remote that owns the path
 * @param data the page's data, parsed from the JSON in the document; undefined if the page has no data
 * @throws any error that occurs during rendering, because a page that cannot be rendered must not be deployed
 */
export async function render(pathname: string, pages: PageRoute[], data?: unknown): Promise<RenderedPage> {
  const handler = createStaticHandler(shellRoutes(await resolvePages(pages, pathname)));
  const context = await handler.query(new Request(new URL(pathname, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${pathname} redirects, so it cannot be prerendered.`);
  const route = context.matches.at(-1)?.route;
  if (!route?.handle) throw new Error(`The route of ${pathname} has no handle.`);

  if (data !== undefined) Object.assign(context.loaderData, { [route.id]: data });

  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
    {
      onError: (error) => void failures.push(error),
      // By default, React hides the content of a large Suspense boundary, and reveals it with an inline script. The
      // Content-Security-Policy would block that script.
      progressiveChunkSize: Infinity,
    },
  );
  const html = await text(prelude);
  if (failures.length > 0) throw failures[0];
  return {
    status: route.id === 'not-found' ? 404 : 200,
    html,
    route: route.id,
    handle: route.handle as PageHandle,
    trail: route.id === 'not-found' ? [] : trailTo(pathname, pages),
  };
}

function trailTo(pathname: string, pages: PageRoute[]): Breadcrumb[] {
  const trail = [{ path: '/', title: 'Home' }];
  let path = '';
  for (const segment of pathname.split('/').filter(Boolean)) {
    path += `/${segment}`;
    // A pattern may match a path at which no page exists. So each breadcrumb above the page itself needs a route with
    // exactly the breadcrumb's path.
    const page =
      path === pathname
        ? matchRoutes(pages, path)?.at(-1)?.route
        : pages.find((route) => route.path === path);
    if (page) trail.push({ path, title: page.handle.title });
  }
  return trail;
}
