import DOMPurify, { type WindowLike } from 'dompurify';
import { limitDepth } from './limitDepth';
import { shapeHtml } from './shapeHtml';

/** HTML that can do no harm. Only `sanitiseHtml` makes it. */
export type SafeHtml = string & { readonly safe: unique symbol };

const ALLOWED = {
  ALLOWED_TAGS: (
    'h1 h2 h3 h4 h5 h6 p div section article aside header footer main nav center address blockquote pre hr br ' +
    'ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption details summary img a ' +
    'strong b em i u s del ins sub sup small mark code kbd q cite abbr span'
  ).split(' '),
  ALLOWED_ATTR:
    'href src alt width height id class align data-style dir lang colspan rowspan scope start reversed'.split(
      ' ',
    ),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // DOMPurify would drop ids that name a property of the document, and which those are depends on the DOM. `shapeHtml`
  // gives every id a prefix instead.
  SANITIZE_DOM: false,
  ADD_URI_SAFE_ATTR: ['data-style'],
  // The web, email, telephones, and whatever has no scheme and names no other host.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|(?![a-z][a-z\d+.-]*:|[/\\]{2}))/i,
};

/** Removing elements can leave a tree that parses differently once it is written as text. Another round fixes that. */
const MAX_ROUNDS = 5;

/** In a browser it exists from the start. At deployment a window is opened when the first text needs it. */
let sanitiser = DOMPurify.isSupported ? DOMPurify : undefined;

/**
 * Makes the HTML of a record safe to show, and gives it the form that its page shows: the structure of a text, tables,
 * pictures of this site, and links. What is nested too deeply is only text. Every DOM gives the same text, and of that text the same again.
 *
 * @param openWindow gives a DOM where there is none, at deployment
 * @returns empty if no text and no picture is left
 * @throws Error if there is no DOM, without which DOMPurify returns what it is given
 */
export function sanitiseHtml(html: string, openWindow: () => unknown): SafeHtml {
  if (!hasContent(html)) return '' as SafeHtml;
  sanitiser ??= openSanitiser(openWindow());
  let safe = limitDepth(html);
  let before;
  for (let round = 0; safe !== before && round < MAX_ROUNDS; round += 1) {
    before = safe;
    const root = sanitiser.sanitize(setAside(before), { ...ALLOWED, RETURN_DOM: true }) as HTMLElement;
    shapeHtml(root);
    // Parsing again would remove a line break after `<pre>` and turn all line breaks into one kind.
    safe = root.innerHTML.replace(/\r\n?/g, '\n').replace(/(<pre[^>]*>)\n+/g, '$1');
  }
  return (hasContent(safe) ? safe : '') as SafeHtml;
}

function openSanitiser(window: unknown): typeof DOMPurify {
  const opened = DOMPurify(window as WindowLike);
  if (!opened.isSupported) throw new Error('There is no DOM to make HTML safe with.');
  return opened;
}

/** Browsers report these attributes as violations of the page's policy as soon as they parse them anywhere. */
function setAside(html: string): string {
  return html.replace(/<[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*/gi, (tag) =>
    tag.replace(
      /("[^"]*"|'[^']*'|[\s/]+)((?:style|on[a-z]+)(?=\s*=))?/gi,
      (_all, before: string, name?: string) => (name ? `${before}data-${name}` : before),
    ),
  );
}

function hasContent(html: string): boolean {
  return /<img\s/i.test(html) || html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== '';
}
