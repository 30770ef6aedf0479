import { kilobytes } from '../kilobytes';
import type { Measurement, Target } from '../Measurement';
import { PAGES, type PageName, type SubjectName } from '../Subject';
import { REQUEST_DELAY, loadPage, type PageLoad } from './loadPage';

interface Loaded {
  subject: SubjectName;
  page: PageName;
  load: PageLoad;
}

/** Script bytes, requests and sequential depth of every page of every subject. */
export const measurePages: Measurement = async ({ browser, subjects }) => {
  const loads: Loaded[] = [];
  for (const page of PAGES) {
    for (const subject of subjects) {
      const path = subject.paths[page];
      if (path === undefined) continue;
      const load = await loadPage(browser, subject, path, subject.name !== 'without scripts');
      console.log(`  ${page}, ${subject.name}: ${load.scriptBytes} bytes of scripts`);
      loads.push({ subject: subject.name, page, load });
    }
  }
  return {
    tables: [
      {
        title: 'Bytes, requests and depth until a page is interactive',
        note: `One load with an empty cache and ${REQUEST_DELAY} ms for each request. Script bytes as sent, brotli; 1 kB = 1000 bytes. Depth: how many requests follow one another until something is visible, until React has taken over, until the data is there. LCP is measured in that load, not simulated.`,
        columns: [
          'page',
          'subject',
          'scripts kB',
          'all kB',
          'requests',
          'visible',
          'interactive',
          'data',
          'LCP s',
        ],
        rows: loads.map(({ page, subject, load }) => [
          page,
          subject,
          kilobytes(load.scriptBytes),
          kilobytes(load.allBytes),
          String(load.requests),
          String(load.visible),
          String(load.interactive ?? '–'),
          String(load.complete ?? '–'),
          (load.lcp / 1000).toFixed(2),
        ]),
      },
    ],
    targets: PAGES.flatMap((page) => targetsOf(page, loads)),
  };
};

function targetsOf(page: PageName, loads: Loaded[]): Target[] {
  const [our, monolith, next, bare] = (
    ['our site', 'monolith', 'Next.js zones', 'without scripts'] as const
  ).map((name) => loads.find((loaded) => loaded.page === page && loaded.subject === name)?.load);
  if (!our || !monolith || !bare) return [];
  const ratio = our.scriptBytes / monolith.scriptBytes;
  return [
    {
      name: `${page}: depth`,
      wanted: 'visible 1, interactive 2',
      measured: `${our.visible}, ${our.interactive}`,
      isMet: our.visible <= 1 && (our.interactive ?? 0) <= 2,
    },
    {
      name: `${page}: script bytes`,
      wanted: 'at most 1.25 × the monolith',
      measured: `${ratio.toFixed(2)} × (${kilobytes(our.scriptBytes)} kB, ${kilobytes(monolith.scriptBytes)} kB)`,
      isMet: ratio <= 1.25,
    },
    {
      name: `${page}: LCP, slow requests`,
      wanted: 'at most 1.05 × without scripts',
      measured: `${(our.lcp / bare.lcp).toFixed(2)} ×`,
      isMet: our.lcp / bare.lcp <= 1.05,
    },
    ...(next
      ? [
          {
            name: `${page}: script bytes`,
            wanted: 'fewer than the Next.js zones',
            measured: `${kilobytes(our.scriptBytes)} kB, ${kilobytes(next.scriptBytes)} kB`,
            isMet: our.scriptBytes < next.scriptBytes,
          },
        ]
      : []),
  ];
}
