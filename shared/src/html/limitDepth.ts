/** The maximum number of levels of nested elements. Browsers allow about 500. */
const MAX_DEPTH = 100;

const words = (text: string) => new Set(text.split(' '));

/** Elements that have no content. */
const VOID = words('area base br col embed hr img input link meta param source track wbr');

/** Elements that end where the next one starts. They do not count as levels, but the elements around them do. */
const IMPLIED = words('p li dt dd tr td th thead tbody tfoot caption colgroup optgroup option');

/** Formatting elements, which stay open when the element around them ends. */
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u');

/** Matches a comment or a tag, and captures the tag's slash and name. */
const MARKUP = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)(?:[^"'<>]|"[^"]*"|'[^']*')*>?/gi;

/** The frame that `shapeHtml` adds to a table. It is not a level, so shaping a text a second time changes nothing. */
const FRAME = /^<div class="table"/;

/** An element whose end has not been reached. */
interface OpenElement {
  name: string;
  /** Whether its tags stay in the text. */
  isKept: boolean;
  /** The number of levels that the element adds around its content. */
  levels: 0 | 1;
}

/**
 * Limits how deeply the elements of a text are nested. Removes the tags of deeper elements and keeps their content. This
 * must happen before the text is parsed: DOMs recurse, and throw a RangeError at a few thousand levels.
 */
export function limitDepth(html: string): string {
  const open: OpenElement[] = [];
  let depth = 0;

  /** @returns whether the start tag stays */
  function start(name: string, tag: string): boolean {
    const isFrame = FRAME.test(tag);
    const isKept = isFrame || depth < MAX_DEPTH;
    const levels = isKept && !isFrame ? 1 : 0;
    open.push({ name, isKept, levels });
    depth += levels;
    return isKept;
  }

  /** @returns whether the end tag stays */
  function end(name: string): boolean {
    const index = open.findLastIndex((element) => element.name === name);
    const ended = open[index];
    // Browsers ignore an end tag without an open element.
    if (!ended) return true;
    if (!FORMATTING.has(name)) endInside(index);
    close(index);
    return ended.isKept;
  }

  /** When an element ends, closes the open elements inside it, except formatting elements. */
  function endInside(index: number): void {
    for (let inner = open.length - 1; inner > index; inner -= 1) {
      if (!FORMATTING.has(open[inner]?.name ?? '')) close(inner);
    }
  }

  function close(index: number): void {
    const [closed] = open.splice(index, 1);
    depth -= closed?.levels ?? 0;
  }

  function stays(tag: string, slash?: string, written?: string): boolean {
    const name = written?.toLowerCase() ?? '';
    // A comment has no name.
    if (name === '' || VOID.has(name)) return true;
    if (IMPLIED.has(name)) return open.at(-1)?.isKept ?? true;
    return slash ? end(name) : start(name, tag);
  }

  return html.replace(MARKUP, (tag: string, slash?: string, written?: string) =>
    stays(tag, slash, written) ? tag : '',
  );
}
