import { createHash } from 'node:crypto';
import { SHARE_SIZE } from '@site/shared/api/pictureCopy';
import { pageTitle } from '@site/shared/pageTitle';
import type { DocumentParts } from '@site/shared/shell';
import { site } from '@site/shared/site';
import { absoluteUrl } from './absoluteUrl';
import { embed } from './embed';
import { PAGE_MANIFEST_ID, PAGE_DATA_ID, UNREADY_ID } from '../readPage';
import { siteBrand } from '../siteBrand';
import { structuredData } from './structuredData';

/**
 * The Trusted Types policies that the site's scripts create. `site-entry` is for remotes' entries, and `dompurify` is for
 * the sanitiser. Both `Html` and each build's webpack runtime create `site`, so duplicates are allowed.
 */
const TRUSTED_TYPES = `trusted-types site-entry site dompurify 'allow-duplicates'`;

/**
 * Renders an HTML document. Its content is visible before scripts run. The document lists all scripts that it needs, so the
 * browser can request them in parallel.
 */
export function renderDocument(parts: DocumentParts): string {
  const { page, block, data, styles, main, preloads, files } = parts;
  const { icon, background } = page.handle.brand ?? siteBrand;
  const head = [
    '<meta charset="utf-8">',
    meta('http-equiv', 'Content-Security-Policy', contentSecurityPolicy(parts)),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Without this tag, phones turn numbers into links, which changes the page before hydration.
    meta('name', 'format-detection', 'telephone=no'),
    page.handle.referrer ? meta('name', 'referrer', page.handle.referrer) : '',
    ...describe(parts),
    ...Object.entries(background).map(([scheme, color]) =>
      meta('name', 'theme-color', color, ` media="(prefers-color-scheme: ${scheme})"`),
    ),
    link('icon', files['favicon.ico'], 'sizes="32x32"'),
    link('icon', files[icon], 'type="image/svg+xml"'),
    link('apple-touch-icon', files['apple-touch-icon.png']),
    link('manifest', '/site.webmanifest'),
    ...Object.entries(files)
      .filter(([name]) => name.endsWith('.woff2'))
      .map(([, font]) => link('preload', font, 'as="font" type="font/woff2" crossorigin')),
    ...styles.map(({ name, css }) => `<style data-href="${escape(name)}">${css}</style>`),
  ];
  const body = [
    `<div id="root">${page.html}</div>`,
    // `base.css` shows this notice after a delay, unless `main.tsx` has removed it.
    `<p id="${UNREADY_ID}" role="alert">This page hasn’t finished loading, and parts of it don’t work yet. Please reload the page.</p>`,
    json('application/json', embed(block), ` id="${PAGE_MANIFEST_ID}"`),
    ...(data === undefined ? [] : [json('application/json', data, ` id="${PAGE_DATA_ID}"`)]),
    // The scripts come last and have a low priority, so that they do not delay the first paint. There are no preload links,
    // because Safari rejects preload links under `Integrity-Policy`. That policy also requires the `crossorigin` attribute.
    ...[main, ...preloads].map(
      ({ url, integrity }) =>
        `<script src="${escape(url)}" integrity="${integrity}" crossorigin defer fetchpriority="low"></script>`,
    ),
  ];
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    `<head>${head.filter(Boolean).join('\n')}</head>`,
    `<body>${body.join('\n')}</body>`,
    '</html>\n',
  ].join('\n');
}

function describe({ page, pathname, head, subject = head?.subject, files }: DocumentParts): string[] {
  const brand = page.handle.brand ?? siteBrand;
  const { title: ownTitle, description } = head ?? page.handle;
  const { alternate, type = 'website' } = page.handle;
  const title = pageTitle(ownTitle, brand.name);
  const canonical = pathname === undefined ? undefined : absoluteUrl(pathname);
  const image = head?.image ?? files['social.png'];
  const isBrandPicture = image !== head?.image;
  // The page for a pattern such as `/projects/:projectId` has no address of its own, so it has no breadcrumbs.
  const trail = pathname === undefined ? [] : page.trail;
  const breadcrumbs = trail.map((step) => (step.path === pathname ? { ...step, title: ownTitle } : step));
  const facts = structuredData(breadcrumbs, subject, files['icon-512.png']);
  return [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', description),
    page.handle.index !== false || head ? '' : meta('name', 'robots', 'noindex'),
    link('canonical', canonical),
    link(
      'alternate',
      alternate?.href,
      alternate && `type="${escape(alternate.type)}" title="${escape(alternate.title)}"`,
    ),
    meta('property', 'og:type', type),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:locale', 'en_GB'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    canonical ? meta('property', 'og:url', canonical) : '',
    image ? meta('property', 'og:image', absoluteUrl(image)) : '',
    image ? meta('property', 'og:image:alt', isBrandPicture ? brand.picture : ownTitle) : '',
    image ? meta('property', 'og:image:width', String(SHARE_SIZE.width)) : '',
    image ? meta('property', 'og:image:height', String(SHARE_SIZE.height)) : '',
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    ...facts.map((fact) => json('application/ld+json', embed(fact))),
  ];
}

/**
 * Returns the policy for a page's `<meta>` element. The server sends a second policy as a header. It repeats `script-src`
 * and adds the directives that are missing here.
 */
function contentSecurityPolicy({ styles }: DocumentParts): string {
  const hashes = styles.map(({ css }) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`);
  const backend = new URL(site.apiBase, site.origin).origin;
  const own = backend === site.origin ? `'self'` : `'self' ${backend}`;
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    [`style-src 'self'`, ...hashes].join(' '),
    `img-src ${own}`,
    `connect-src ${own}`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    TRUSTED_TYPES,
  ].join('; ');
}

/** `content` must come from `embed`, which escapes `<`. */
function json(type: string, content: string, attributes = ''): string {
  return `<script type="${type}"${attributes}>${content}</script>`;
}

function meta(
  attribute: 'name' | 'property' | 'http-equiv',
  name: string,
  content: string,
  more = '',
): string {
  return `<meta ${attribute}="${name}" content="${escape(content)}"${more}>`;
}

function link(rel: string, href: string | undefined, attributes = ''): string {
  return href === undefined
    ? ''
    : `<link rel="${rel}" href="${escape(href)}"${attributes && ` ${attributes}`}>`;
}

/** Escapes text for use inside an element or a double-quoted attribute. */
export function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
