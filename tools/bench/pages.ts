import { makePictures } from '../testing/makePictures';
import { liveRelease } from '../release/readHistory';
import { logDetail } from '../release/logStep';
import { directoryStore } from '../store/directoryStore';
import type { Table } from './formatTable';
import { loadPage, REQUEST_DELAY } from './loadPage';
import type { Part } from './Part';

/** `pages`: bytes, depth, LCP and pictures, beside the monolith and the pages without scripts. */
export const pages: Part = async (bench) => {
  const sites = await bench.sites();
  const { store, backend } = await bench.portfolio(8);
  const live = await liveRelease(directoryStore(store));
  if (!live) throw new Error('Nothing is live.');
  await makePictures(directoryStore(store), live, backend.url);
  const project = Object.values(live.pages).find(({ route, pictures }) => route && pictures)?.path ?? '';
  const rows: Table['rows'] = [];
  for (const path of ['/', '/projects', project, '/contact', '/micora']) {
    for (const site of sites) {
      const load = await loadPage(await bench.browser(), site, path);
      const bytes = [load.scripts, load.pictures, load.all].map((one) => (one / 1000).toFixed(1));
      const depths = [load.visible, load.interactive ?? '–'];
      rows.push([path, site.name, ...bytes, load.requests, ...depths, (load.lcp / 1000).toFixed(2)]);
      logDetail(rows.at(-1)?.join('  ') ?? '');
    }
  }
  return [
    {
      title: 'Pages',
      note: `One load with an empty cache and ${REQUEST_DELAY} ms for each request, 412 px wide. Bytes as sent, until React has taken over. Depth: how many requests follow one another until something is visible, and until React has taken over.`,
      columns: [
        ...['page', 'site', 'scripts kB', 'pictures kB', 'all kB'],
        ...['requests', 'visible', 'interactive', 'LCP s'],
      ],
      rows,
    },
  ];
};
