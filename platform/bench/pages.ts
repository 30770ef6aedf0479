import { loadPage } from './loadPage';
import { openSites } from './openSites';
import type { Part, Table } from './Part';

/**
 * The delay of each response, in milliseconds. The delay dominates the total time, so the total shows how many
 * responses were sequential.
 */
const REQUEST_DELAY = 1000;

/** `pages`: bytes, request depth and LCP, compared with the monolith and with pages without scripts. */
export const pages: Part = async (bench) => {
  const { sites, live, browser } = await openSites(bench, REQUEST_DELAY);
  const project = Object.values(live.pages).find(({ route, pictures }) => route && pictures)?.path ?? '';
  const rows: Table['rows'] = [];
  for (const path of ['/', '/projects', project, '/contact', '/micora']) {
    for (const site of sites) {
      const load = await loadPage(browser, site, path);
      const bytes = [load.scripts, load.all].map((one) => (one / 1000).toFixed(1));
      const depths = [load.visible, load.interactive].map((time) =>
        time === undefined ? '–' : Math.floor(time / REQUEST_DELAY),
      );
      rows.push([path, site.name, ...bytes, load.requests, ...depths, (load.lcp / 1000).toFixed(2)]);
    }
  }
  return [
    {
      title: 'Pages',
      note: `One load with an empty cache and ${REQUEST_DELAY} ms for each request, 412 px wide. Bytes as sent, until hydration. Visible and interactive: the number of sequential requests until the first paint, and until hydration.`,
      columns: ['page', 'site', 'scripts kB', 'all kB', 'requests', 'visible', 'interactive', 'LCP s'],
      rows,
    },
  ];
};
