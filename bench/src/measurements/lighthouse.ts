import { pickPort } from '@site/backend/pickPort';
import { launchBrowser } from '../launchBrowser';
import { median } from '../median';
import type { Measurement, Target } from '../Measurement';
import { PAGES, type SubjectName } from '../Subject';
import { CATEGORIES, audit, type Audit, type Category } from './audit';

interface Audited {
  subject: SubjectName;
  page: string;
  audits: Audit[];
}

/** How often each subject's page is audited; the median counts. */
const RUNS = 3;

type Figure = 'fcp' | 'lcp' | 'tbt' | 'cls';

/** Lighthouse for a phone: every subject's pages, and once each of our other pages that search engines may list. */
export const measureLighthouse: Measurement = async ({ certificate, site, subjects }) => {
  const port = await pickPort(0);
  const browser = await launchBrowser(certificate, port);
  const audited: Audited[] = [];
  try {
    for (const page of PAGES) {
      const those = subjects
        .filter(({ paths }) => paths[page] !== undefined)
        .map((subject) => ({ subject, audited: { subject: subject.name, page, audits: [] as Audit[] } }));
      // Run by run, so that whatever else slows the machine slows all of them.
      for (let run = 0; run < RUNS; run += 1) {
        for (const { subject, audited: one } of those) {
          one.audits.push(await audit(`${subject.edge.origin}${subject.paths[page]}`, port));
        }
      }
      audited.push(...those.map((one) => one.audited));
      for (const one of those) console.log(`  ${page}, ${one.audited.subject}: ${scoresOf(one.audited)}`);
    }
    const our = subjects.find(({ name }) => name === 'our site');
    const measured = PAGES.map((page) => our?.paths[page]);
    const others = Object.values(site.release.pages)
      .filter(({ listed, path }) => listed && !measured.includes(path))
      .map(({ path }) => path);
    for (const path of our ? others : []) {
      const one: Audited = { subject: 'our site', page: path, audits: [] };
      one.audits.push(await audit(`${our?.edge.origin}${path}`, port));
      audited.push(one);
      console.log(`  ${path}: ${scoresOf(one)}`);
    }
  } finally {
    await browser.close();
  }
  return {
    tables: [
      {
        title: 'Lighthouse 12, mobile',
        note: `Simulated slow network, median of ${RUNS}; scores for performance, accessibility, best practices, SEO. Our other listed pages were audited once. Without scripts: the same page with its scripts removed.`,
        columns: ['page', 'subject', 'scores', 'FCP s', 'LCP s', 'LCP range', 'TBT ms', 'CLS'],
        rows: audited.map((one) => [
          one.page,
          one.subject,
          scoresOf(one),
          seconds(middle(one, 'fcp')),
          seconds(middle(one, 'lcp')),
          range(one),
          middle(one, 'tbt').toFixed(0),
          middle(one, 'cls').toFixed(3),
        ]),
      },
      {
        title: 'What keeps a category of our site below 100',
        columns: ['page', 'category', 'audit', 'it says'],
        rows: audited.filter(({ subject }) => subject === 'our site').flatMap(faultRows),
      },
    ],
    targets: targetsOf(audited),
  };
};

function targetsOf(audited: Audited[]): Target[] {
  const our = audited.filter(({ subject }) => subject === 'our site');
  const perfect = our.filter((one) => CATEGORIES.every((category) => score(one, category) === 100));
  const worstTbt = Math.max(...our.map((one) => middle(one, 'tbt')));
  const worstCls = Math.max(...our.map((one) => middle(one, 'cls')));
  return [
    {
      name: 'Lighthouse',
      wanted: '100 in all four categories on every listed page',
      measured: `${perfect.length} of ${our.length} pages`,
      isMet: perfect.length === our.length,
    },
    {
      name: 'TBT',
      wanted: 'at most 50 ms',
      measured: `${worstTbt.toFixed(0)} ms at worst`,
      isMet: worstTbt <= 50,
    },
    { name: 'CLS', wanted: '0', measured: `${worstCls.toFixed(3)} at worst`, isMet: worstCls < 0.0005 },
    ...our.flatMap((one) => {
      const bare = audited.find(({ subject, page }) => subject === 'without scripts' && page === one.page);
      if (!bare) return [];
      const ratio = middle(one, 'lcp') / middle(bare, 'lcp');
      return [
        {
          name: `${one.page}: LCP, Lighthouse`,
          wanted: 'at most 1.05 × without scripts',
          measured: `${ratio.toFixed(2)} × (${seconds(middle(one, 'lcp'))} s, ${seconds(middle(bare, 'lcp'))} s)`,
          isMet: ratio <= 1.05,
        },
      ];
    }),
  ];
}

function faultRows({ page, audits }: Audited): string[][] {
  const rows = audits.flatMap(({ faults }) => faults.map((fault) => [page, ...fault]));
  const seen = new Set<string>();
  return rows.filter(([, , name = '']) => !seen.has(name) && seen.add(name));
}

function score({ audits }: Audited, category: Category): number {
  return median(audits.map(({ scores }) => scores[category]));
}

function scoresOf(audited: Audited): string {
  return CATEGORIES.map((category) => score(audited, category)).join(' / ');
}

function middle({ audits }: Audited, figure: Figure): number {
  return median(audits.map((one) => one[figure]));
}

function range({ audits }: Audited): string {
  const all = audits.map(({ lcp }) => lcp);
  return `${seconds(Math.min(...all))}–${seconds(Math.max(...all))}`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}
