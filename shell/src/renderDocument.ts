import { createHash } from 'node:crypto';
import { pageTitle } from '@site/shared/pageTitle';
import type { ReleaseAsset, ReleaseBlock } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { RELEASE_BLOCK_ID } from './remotes/readReleaseBlock';
import type { RenderedPage } from './render';

/** What a document needs besides the rendered page. */
export interface DocumentParts {
  page: RenderedPage;
  /** The page's path for its canonical address; absent where one document serves many addresses. */
  pathname?: string;
  release: ReleaseBlock;
  /** Style sheets to inline, `name` as the chunk that owns it knows it. */
  styles: { name: string; css: string }[];
  /** The shell's script. */
  main: ReleaseAsset;
  /** Everything else that hydration of this page will ask for. */
  preloads: ReleaseAsset[];
  /** Addresses of the shell's fonts, icons and pictures, by file name. */
  files: Record<string, string>;
  /** Names of the Trusted Types policies that the page's scripts create. */
  policies: string[];
}

/** A whole HTML document: visible before any script, with all scripts of the page requested in one wave. */
export function renderDocument({
  page,
  pathname,
  release,
  styles,
  main,
  preloads,
  files,
  policies,
}: DocumentParts): string {
  const title = escape(pageTitle(page.handle.title));
  const description = escape(page.handle.description);
  const canonical = pathname === undefined ? undefined : escape(new URL(pathname, site.origin).href);
  const contentSecurityPolicy = [
    `default-src 'self'`,
    [`style-src 'self'`, ...styles.map(({ css }) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)].join(' '),
    `trusted-types ${policies.join(' ')}`,
  ].join('; ');

  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escape(contentSecurityPolicy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    page.handle.index ? '' : '<meta name="robots" content="noindex">',
    canonical ? `<link rel="canonical" href="${canonical}">` : '',
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${escape(site.company.shortName)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    canonical ? `<meta property="og:url" content="${canonical}">` : '',
    `<meta name="twitter:card" content="summary">`,
    link('icon', files['favicon.svg'], 'type="image/svg+xml"'),
    link('apple-touch-icon', files['apple-touch-icon.png']),
    ...Object.entries(files)
      .filter(([name]) => name.endsWith('.woff2'))
      .map(([, font]) => link('preload', font, 'as="font" type="font/woff2" crossorigin')),
    ...styles.map(({ name, css }) => `<style data-href="${escape(name)}">${css}</style>`),
  ];
  const body = [
    `<div id="root" data-status="${page.status}">${page.html}</div>`,
    renderReleaseBlock(release),
    // Low priority, and last: scripts must not compete with what makes the page visible. In CORS mode, because
    // Integrity-Policy counts integrity only there.
    ...preloads.map(
      ({ url, integrity }) =>
        `<link rel="preload" as="script" fetchpriority="low" href="${escape(url)}" integrity="${integrity}" crossorigin>`,
    ),
    `<script src="${escape(main.url)}" integrity="${main.integrity}" crossorigin defer fetchpriority="low"></script>`,
  ];
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    `<head>${head.filter(Boolean).join('\n')}</head>`,
    `<body>${body.join('\n')}</body>`,
    '</html>\n',
  ].join('\n');
}

/** The release block alone: the only part of a page that a deployment of another app changes. */
export function renderReleaseBlock(release: ReleaseBlock): string {
  // "<" would end the script element early if it stood in a value.
  const json = JSON.stringify(release).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${RELEASE_BLOCK_ID}">${json}</script>`;
}

function link(rel: string, href: string | undefined, attributes = ''): string {
  return href === undefined ? '' : `<link rel="${rel}" href="${escape(href)}" ${attributes}>`;
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
