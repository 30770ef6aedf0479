import { site } from '../site';

/** The prefix of all ids in a record's HTML. It prevents clashes with the page's own ids. */
const ID_PREFIX = 'text-';

const BLOCKS = 'section, article, aside, header, footer, main, nav, center, address';

/**
 * Matches the URL of a backend file, with or without a host. The dashboard's rich-text editor writes URLs that contain the
 * dashboard's host.
 */
const FILE = /^(https?:\/\/[^/?#@]+)?\/api\/files\/(.*)$/i;
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * Adapts HTML from the dashboard's rich-text editor to our style sheet and the page's Content-Security-Policy (§3):
 *
 * - Headings rank below the page's own heading. Alignment becomes a class.
 * - URLs of backend files become paths. Pictures from other sites become links.
 * - A wide picture that is alone in a paragraph becomes a figure. If an italic paragraph follows, it becomes the caption.
 * - Ids and the links to them get a prefix.
 * - A table gets a scrollable, focusable frame.
 *
 * HTML that already has this shape does not change.
 *
 * @param root an element that contains sanitised HTML. Inline styles must be in `data-style` attributes
 */
export function shapeHtml(root: Element): void {
  const each = (selector: string, change: (element: Element) => void) =>
    root.querySelectorAll(selector).forEach(change);

  const lowered = root.querySelector('h1') ? 1 : 0;
  each('h1, h2, h3, h4, h5', (heading) => rename(heading, `h${Number(heading.localName[1]) + lowered}`));
  each(BLOCKS, (block) => rename(block, 'div'));
  each('thead td', (cell) => rename(cell, 'th'));
  each('span', replaceSpan);
  // Removes the table frames that an earlier round added. At the end, `frameTable` adds new ones.
  each('div.table > table:only-child', (table) => table.parentElement?.replaceWith(table));

  each('*', (element) => {
    alignByClass(element);
    prefixId(element);
    replaceAngles(element);
  });
  each('img', showPicture);
  for (const block of [...root.children]) showWide(block);
  const ids = new Set<string>();
  each('[id]', ({ id }) => ids.add(id));
  each('a[href]', (link) => {
    link.setAttribute('href', linkTarget(link.getAttribute('href') ?? '', ids));
    link.setAttribute('rel', 'noopener noreferrer');
  });
  each('table', frameTable);
}

function rename(element: Element, name: string): void {
  if (element.localName === name) return;
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function replaceSpan(span: Element): void {
  const [line] = /underline|line-through/.exec(span.getAttribute('data-style') ?? '') ?? [];
  if (line) rename(span, line === 'underline' ? 'u' : 's');
  else span.replaceWith(...span.childNodes);
}

function alignByClass(element: Element): void {
  const side = getSide(element);
  for (const name of ['data-style', 'align', 'class']) element.removeAttribute(name);
  if (side) element.className = `align-${side}`;
}

function getSide(element: Element): string | undefined {
  const style = element.getAttribute('data-style') ?? '';
  const alignment = `${style} ${element.className} align:${element.getAttribute('align')}`;
  const [, side] = /(?:text-align|float|align)[:-] *(left|center|right|justify)\b/i.exec(alignment) ?? [];
  if (side) return side.toLowerCase();
  return /margin(?:-left)?:[^;]*auto/.test(style) ? 'center' : undefined;
}

function prefixId(element: Element): void {
  const { id } = element;
  if (id && !id.startsWith(ID_PREFIX)) element.id = ID_PREFIX + id;
}

/**
 * Encodes `<` and `>` in addresses, and replaces them with `‹` and `›` in other attribute values, because only some DOMs
 * escape them.
 */
function replaceAngles(element: Element): void {
  for (const { name, value } of element.attributes) {
    if (!/[<>]/.test(value)) continue;
    const isAddress = name === 'href' || name === 'src';
    const replaced = isAddress
      ? value.replace(/[<>]/g, encodeURIComponent)
      : value.replace(/</g, '‹').replace(/>/g, '›');
    element.setAttribute(name, replaced);
  }
}

function linkTarget(href: string, ids: ReadonlySet<string>): string {
  const id = ID_PREFIX + href.slice(1);
  if (href.startsWith('#') && ids.has(id)) return `#${id}`;
  return pathOfFile(href) ?? pathOfPage(href) ?? href;
}

function frameTable(table: Element): void {
  if (table.parentElement?.closest('table')) return;
  const frame = table.ownerDocument.createElement('div');
  table.replaceWith(frame);
  frame.append(table);
  const attributes = { class: 'table', role: 'group', 'aria-label': 'Table', tabindex: '0' };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
}

/**
 * Prepares a picture from the backend for display. Replaces any other picture with a link or its alternative text, because
 * loading it would reveal the visitor to another site.
 */
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

/** The minimum width of a wide picture, in CSS pixels. A picture that was made narrower in the editor stays small. */
const WIDE = 600;

function showWide(block: Element): void {
  const picture = findWidePicture(block);
  if (!picture) return;
  const words = captionBelow(block);
  const figure = block.ownerDocument.createElement('figure');
  figure.append(picture.closest('a') ?? picture);
  block.replaceWith(figure);
  if (!words) return;
  const caption = block.ownerDocument.createElement('figcaption');
  caption.append(...words.childNodes);
  words.parentElement?.remove();
  figure.append(caption);
}

function findWidePicture(block: Element): Element | undefined {
  const picture = block.querySelector('img');
  if (!/^(?:p|div)$/.test(block.localName) || !picture || !containsOnly(block, picture)) return undefined;
  const width = Number(picture.getAttribute('width') ?? WIDE);
  return width < WIDE ? undefined : picture;
}

function captionBelow(block: Element): Element | undefined {
  const below = block.nextElementSibling;
  if (below?.localName !== 'p') return undefined;
  const [words] = below.children;
  return words && /^(?:em|i)$/.test(words.localName) && containsOnly(below, words) ? words : undefined;
}

function containsOnly(element: Element, descendant: Element): boolean {
  const others = [...element.querySelectorAll('*')].filter(
    (one) => !descendant.contains(one) && !/^(?:a|br)$/.test(one.localName),
  );
  const text = element.textContent.trim();
  return others.length === 0 && text === descendant.textContent.trim();
}

function pathOfPage(address: string): string | undefined {
  const path = address.startsWith(site.origin) ? address.slice(site.origin.length) : '';
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

function pathOfFile(address: string): string | undefined {
  const [, host, file] = FILE.exec(address) ?? [];
  const isOwn = !host || host === site.origin || LOOPBACK.test(host) || address.startsWith(site.apiBase);
  return file !== undefined && isOwn ? `${site.apiBase}/files/${file}` : undefined;
}
