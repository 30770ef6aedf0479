import DOMPurify, { type WindowLike } from 'dompurify';
import { limitDepth } from './limitDepth';
import { shapeHtml } from './shapeHtml';

/** Sanitised HTML. Only `sanitiseHtml` may create a value of this type. */
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
  // Keeps ids that are also property names of `document`. They are harmless, because `shapeHtml` adds a prefix to ids.
  SANITIZE_DOM: false,
  ADD_URI_SAFE_ATTR: ['data-style'],
  // Allows web, email and telephone addresses, and relative addresses without a host.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|(?![a-z][a-z\d+.-]*:|[/\\]{2}))/i,
};

/**
 * The maximum number of times that HTML is sanitised. Once may not be enough, because removing elements can leave a tree
 * that changes when it is serialised and parsed again.
 */
const MAX_ROUNDS = 5;

/**
 * In browsers, the sanitiser exists as soon as this module is loaded. In a deployment, it is created when HTML with content
 * is first sanitised.
 */
let sanitiser = DOMPurify.isSupported ? DOMPurify : undefined;

/**
 * Sanitises a record's HTML and shapes it for the record's page (§3). Elements that are nested too deeply are replaced with
 * their content. The result is the same in every DOM, and does not change when it is sanitised again.
 *
 * @param openWindow opens a window with a DOM. Called only in a deployment, because browsers have their own DOM
 * @returns the sanitised HTML, or an empty string if no text or picture is left
 * @throws Error if there is no usable DOM, because DOMPurify would then return its input unchanged
 */
export function sanitiseHtml(html: string, openWindow: () => unknown): SafeHtml {
  if (!hasContent(html)) return '' as SafeHtml;
  sanitiser ??= openSanitiser(openWindow());
  let safe = limitDepth(html);
  let previous;
  for (let round = 0; safe !== previous && round < MAX_ROUNDS; round += 1) {
    previous = safe;
    const input = renameViolations(previous);
    const root = sanitiser.sanitize(input, { ...ALLOWED, RETURN_DOM: true }) as HTMLElement;
    shapeHtml(root);
    // Turns all line breaks into `\n`, and removes those directly after `<pre>`. Otherwise, parsing the result would change
    // it.
    safe = root.innerHTML.replace(/\r\n?/g, '\n').replace(/(<pre[^>]*>)\n+/g, '$1');
  }
  return (hasContent(safe) ? safe : '') as SafeHtml;
}

function openSanitiser(window: unknown): typeof DOMPurify {
  const opened = DOMPurify(window as WindowLike);
  if (!opened.isSupported) throw new Error('HTML cannot be sanitised without a DOM.');
  return opened;
}

/**
 * Adds the prefix `data-` to the names of `style` and event handler attributes. Otherwise, browsers would report them as
 * violations of the page's Content-Security-Policy as soon as the HTML is parsed.
 */
function renameViolations(html: string): string {
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
