import { site } from '@site/shared/site';

/** The prefix of ids in a text, so that none equals an id of the page. */
const ID_PREFIX = 'text-';

const BLOCKS = 'section, article, aside, header, footer, main, nav, center, address';

/** A file of the backend, as the dashboard writes its address: with the host at which the dashboard was opened. */
const FILE = /^(https?:\/\/[^/?#@]+)?\/api\/files\/(.*)$/i;
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * Brings HTML of an editor into the form that our style sheet and our policies expect (§3): headings below the page's
 * own, alignment as classes, the backend's files by their path, pictures from elsewhere as links, a picture that has a
 * paragraph to itself as a figure, with the paragraph in italics below it as its caption, ids of their own, tables in a frame that scrolls and can be reached by keyboard. What has that form stays as it is.
 *
 * @param root holds what is safe already; styles are in `data-style`
 */
export function shapeHtml(root: Element): void {
  const each = (selector: string, change: (element: Element) => void) =>
    root.querySelectorAll(selector).forEach(change);

  const lowered = root.querySelector('h1') ? 1 : 0;
  each('h1, h2, h3, h4, h5', (heading) => rename(heading, `h${Number(heading.localName[1]) + lowered}`));
  each(BLOCKS, (block) => rename(block, 'div'));
  each('thead td', (cell) => rename(cell, 'th'));
  each('span', (span) => {
    const [line] = /underline|line-through/.exec(span.getAttribute('data-style') ?? '') ?? [];
    if (line) rename(span, line === 'underline' ? 'u' : 's');
    else span.replaceWith(...span.childNodes);
  });
  each('div.table > table:only-child', (table) => table.parentElement?.replaceWith(table));

  each('*', (element) => {
    const side = sideOf(element);
    for (const name of ['data-style', 'align', 'class']) element.removeAttribute(name);
    if (side) element.className = `align-${side}`;
    const { id } = element;
    if (id && !id.startsWith(ID_PREFIX)) element.id = ID_PREFIX + id;
    // Some DOMs write these characters as they are, others escape them.
    for (const { name, value } of element.attributes) {
      const isAddress = name === 'href' || name === 'src';
      const escape = (sign: string) => (isAddress ? encodeURIComponent(sign) : sign === '<' ? '‹' : '›');
      if (/[<>]/.test(value)) element.setAttribute(name, value.replace(/[<>]/g, escape));
    }
  });
  each('img', showPicture);
  for (const block of [...root.children]) showWide(block);
  const ids = new Set<string>();
  each('[id]', ({ id }) => ids.add(id));
  each('a[href]', (link) => {
    const href = link.getAttribute('href') ?? '';
    const below = ID_PREFIX + href.slice(1);
    const isBelow = href.startsWith('#') && ids.has(below);
    link.setAttribute('href', isBelow ? `#${below}` : (pathOfFile(href) ?? pathOfPage(href) ?? href));
    link.setAttribute('rel', 'noopener noreferrer');
  });
  each('table', (table) => {
    if (table.parentElement?.closest('table')) return;
    const frame = table.ownerDocument.createElement('div');
    table.replaceWith(frame);
    frame.append(table);
    const form = { class: 'table', role: 'group', 'aria-label': 'Table', tabindex: '0' };
    for (const [name, value] of Object.entries(form)) frame.setAttribute(name, value);
  });
}

function rename(element: Element, name: string): void {
  if (element.localName === name) return;
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function sideOf(element: Element): string | undefined {
  const style = element.getAttribute('data-style') ?? '';
  const said = `${style} ${element.className} align:${element.getAttribute('align')}`;
  const [, side] = /(?:text-align|float|align)[:-] *(left|center|right|justify)\b/i.exec(said) ?? [];
  return side?.toLowerCase() ?? (/margin(?:-left)?:[^;]*auto/.test(style) ? 'center' : undefined);
}

/** Shows a picture of this site. One from elsewhere becomes a link, because loading it would tell its host of the visitor. */
function showPicture(picture: Element): void {
  const source = picture.getAttribute('src') ?? '';
  const alt = picture.getAttribute('alt') ?? '';
  const path = pathOfFile(source);
  if (path) {
    for (const [name, value] of Object.entries({ src: path, alt, loading: 'lazy' }))
      picture.setAttribute(name, value);
  } else if (/^(?:https?:|\/)/i.test(source) && !picture.closest('a')) {
    const link = picture.ownerDocument.createElement('a');
    link.setAttribute('href', source);
    link.textContent = alt || source;
    picture.replaceWith(link);
  } else {
    picture.replaceWith(alt);
  }
}

/** A picture narrower than this, in CSS pixels, is as small as its editor has made it. */
const WIDE = 600;

/** Makes a figure of a paragraph that has one wide picture and nothing else. */
function showWide(block: Element): void {
  const picture = block.querySelector('img');
  if (!/^(?:p|div)$/.test(block.localName) || !picture || !isAll(block, picture)) return;
  if (Number(picture.getAttribute('width') ?? WIDE) < WIDE) return;
  const below = block.nextElementSibling;
  const [words] = below?.localName === 'p' ? below.children : [];
  const isCaption = words && /^(?:em|i)$/.test(words.localName) && isAll(below as Element, words);
  const figure = block.ownerDocument.createElement('figure');
  figure.append(picture.closest('a') ?? picture);
  block.replaceWith(figure);
  if (!isCaption) return;
  const caption = block.ownerDocument.createElement('figcaption');
  caption.append(...words.childNodes);
  below?.remove();
  figure.append(caption);
}

/** Whether there is nothing in an element but one of its descendants, line breaks and a link aside. */
function isAll(element: Element, descendant: Element): boolean {
  const others = [...element.querySelectorAll('*')].filter(
    (one) => !descendant.contains(one) && !/^(?:a|br)$/.test(one.localName),
  );
  const words = element.textContent.trim();
  return others.length === 0 && words === descendant.textContent.trim();
}

/** The path of a page of this site that is named in full; undefined if it is not. */
function pathOfPage(address: string): string | undefined {
  const path = address.startsWith(site.origin) ? address.slice(site.origin.length) : '';
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** The path of a backend file on this site; undefined if the address is not of such a file. */
function pathOfFile(address: string): string | undefined {
  const [, host, file] = FILE.exec(address) ?? [];
  const isOwn = !host || host === site.origin || LOOPBACK.test(host) || address.startsWith(site.apiBase);
  return file !== undefined && isOwn ? `${site.apiBase}/files/${file}` : undefined;
}
