import { site } from '@site/shared/site';

/** The prefix of all ids in a text, so that none equals an id of the page. */
const ID_PREFIX = 'text-';

const BLOCKS = 'section, article, aside, header, footer, main, nav, center, address';

/** Matches the address of a backend file. The dashboard's editor writes it with the dashboard's own host. */
const FILE = /^(https?:\/\/[^/?#@]+)?\/api\/files\/(.*)$/i;
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * Shapes an editor's HTML for our style sheet and our policies (§3):
 *
 * - headings start below the page's own, and alignment becomes a class;
 * - files of the backend are addressed by their path, and pictures from elsewhere become links;
 * - a wide picture in a paragraph of its own becomes a figure, and a paragraph in italics below it its caption;
 * - ids get a prefix, and so do the links to them;
 * - a table gets a frame that scrolls and can be focused.
 *
 * HTML that already has this shape does not change.
 *
 * @param root contains sanitised HTML, with its styles in `data-style`
 */
export function shapeHtml(root: Element): void {
  const each = (selector: string, change: (element: Element) => void) =>
    root.querySelectorAll(selector).forEach(change);

  const lowered = root.querySelector('h1') ? 1 : 0;
  each('h1, h2, h3, h4, h5', (heading) => rename(heading, `h${Number(heading.localName[1]) + lowered}`));
  each(BLOCKS, (block) => rename(block, 'div'));
  each('thead td', (cell) => rename(cell, 'th'));
  each('span', replaceSpan);
  each('div.table > table:only-child', (table) => table.parentElement?.replaceWith(table));
  each('*', shapeAttributes);
  each('img', showPicture);
  for (const block of [...root.children]) showWide(block);
  const ids = new Set<string>();
  each('[id]', ({ id }) => ids.add(id));
  each('a[href]', (link) => shapeLink(link, ids));
  each('table', frameTable);
}

/** Replaces an underlined or struck-through span by `u` or `s`, and any other span by its content. */
function replaceSpan(span: Element): void {
  const [line] = /underline|line-through/.exec(span.getAttribute('data-style') ?? '') ?? [];
  if (line) rename(span, line === 'underline' ? 'u' : 's');
  else span.replaceWith(...span.childNodes);
}

/** Turns alignment into a class, adds the prefix to an id, and replaces angle brackets. */
function shapeAttributes(element: Element): void {
  const alignment = alignmentOf(element);
  for (const name of ['data-style', 'align', 'class']) element.removeAttribute(name);
  if (alignment) element.className = `align-${alignment}`;
  const { id } = element;
  if (id && !id.startsWith(ID_PREFIX)) element.id = ID_PREFIX + id;
  // Some DOMs escape angle brackets in attributes when they serialise, others do not.
  for (const { name, value } of element.attributes) {
    const isAddress = name === 'href' || name === 'src';
    const replace = (bracket: string) => {
      if (isAddress) return encodeURIComponent(bracket);
      return bracket === '<' ? '‹' : '›';
    };
    if (/[<>]/.test(value)) element.setAttribute(name, value.replace(/[<>]/g, replace));
  }
}

/** Shapes the address of a link. `ids` are all ids of the text, with their prefix. */
function shapeLink(link: Element, ids: Set<string>): void {
  const href = link.getAttribute('href') ?? '';
  const target = ID_PREFIX + href.slice(1);
  const isInText = href.startsWith('#') && ids.has(target);
  link.setAttribute('href', isInText ? `#${target}` : (pathOfFile(href) ?? pathOfPage(href) ?? href));
  link.setAttribute('rel', 'noopener noreferrer');
}

/** Wraps a table, unless it is inside another one, in a frame that scrolls and can be focused. */
function frameTable(table: Element): void {
  if (table.parentElement?.closest('table')) return;
  const frame = table.ownerDocument.createElement('div');
  table.replaceWith(frame);
  frame.append(table);
  const attributes = { class: 'table', role: 'group', 'aria-label': 'Table', tabindex: '0' };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
}

function rename(element: Element, name: string): void {
  if (element.localName === name) return;
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** The alignment in an element's style, class or attribute `align`. */
function alignmentOf(element: Element): string | undefined {
  const style = element.getAttribute('data-style') ?? '';
  const declared = `${style} ${element.className} align:${element.getAttribute('align')}`;
  const [, side] = /(?:text-align|float|align)[:-] *(left|center|right|justify)\b/i.exec(declared) ?? [];
  return side?.toLowerCase() ?? (/margin(?:-left)?:[^;]*auto/.test(style) ? 'center' : undefined);
}

/** Shows a picture of this site. Loading one from elsewhere would reveal the visitor to its host: it becomes a link. */
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

/** The smallest width of a wide picture, in CSS pixels. A picture that its editor made narrower stays small. */
const WIDE = 600;

/** Turns a paragraph into a figure if it contains a wide picture and nothing else. */
function showWide(block: Element): void {
  const picture = block.querySelector('img');
  if (!/^(?:p|div)$/.test(block.localName) || !picture || !containsOnly(block, picture)) return;
  if (Number(picture.getAttribute('width') ?? WIDE) < WIDE) return;
  const captionText = captionBelow(block);
  const figure = block.ownerDocument.createElement('figure');
  figure.append(picture.closest('a') ?? picture);
  block.replaceWith(figure);
  if (!captionText) return;
  const caption = block.ownerDocument.createElement('figcaption');
  caption.append(...captionText.childNodes);
  figure.nextElementSibling?.remove();
  figure.append(caption);
}

/** The text in italics that makes up the whole paragraph below a block; undefined if there is none. */
function captionBelow(block: Element): Element | undefined {
  const below = block.nextElementSibling;
  if (below?.localName !== 'p') return undefined;
  const [text] = below.children;
  return text && /^(?:em|i)$/.test(text.localName) && containsOnly(below, text) ? text : undefined;
}

/** Whether an element contains only one descendant, apart from line breaks and a link around it. */
function containsOnly(element: Element, descendant: Element): boolean {
  const others = [...element.querySelectorAll('*')].filter(
    (one) => !descendant.contains(one) && !/^(?:a|br)$/.test(one.localName),
  );
  const text = element.textContent.trim();
  return others.length === 0 && text === descendant.textContent.trim();
}

/** The path of an absolute address of this site; undefined for any other address. */
function pathOfPage(address: string): string | undefined {
  const path = address.startsWith(site.origin) ? address.slice(site.origin.length) : '';
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** The path on this site of a backend file; undefined for any other address. */
function pathOfFile(address: string): string | undefined {
  const [, host, file] = FILE.exec(address) ?? [];
  const isOwn = !host || host === site.origin || LOOPBACK.test(host) || address.startsWith(site.apiBase);
  return file !== undefined && isOwn ? `${site.apiBase}/files/${file}` : undefined;
}
