/** The maximum nesting depth. It is well below the limit of browsers, which is about 500 levels. */
const MAX_DEPTH = 100;

const words = (text: string) => new Set(text.split(' '));

const VOID = words('area base br col embed hr img input link meta param source track wbr');

/**
 * Elements whose end tags may be omitted, because another tag closes them. They do not count as levels. They are kept if the
 * element around them is kept.
 */
const IMPLIED = words('p li dt dd tr td th thead tbody tfoot caption colgroup optgroup option');

/** Formatting elements, which stay open when the element around them ends. */
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u');

/** Matches a comment or a tag. For a tag, captures the slash, if it is an end tag, and the name. */
const MARKUP = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)(?:[^"'<>]|"[^"]*"|'[^']*')*>?/gi;

/**
 * Matches the frame that `shapeHtml` puts around a table. The frame does not count as a level. If it did, sanitising the
 * result again might change the result.
 */
const FRAME = /^<div class="table"/;

interface OpenElement {
  name: string;
  /** Whether the element's tags stay in the HTML. */
  isKept: boolean;
  levels: 0 | 1;
}

/**
 * Limits how deeply elements are nested. Removes the tags of elements that are too deep, and keeps their content. This has
 * to be done before the HTML is parsed. DOM implementations process nested elements recursively, and throw a RangeError at
 * a few thousand levels.
 */
export function limitDepth(html: string): string {
  const open: OpenElement[] = [];
  let depth = 0;

  function start(name: string, tag: string): boolean {
    const isFrame = FRAME.test(tag);
    const isKept = isFrame || depth < MAX_DEPTH;
    const levels = isKept && !isFrame ? 1 : 0;
    open.push({ name, isKept, levels });
    depth += levels;
    return isKept;
  }

  function end(name: string): boolean {
    const index = open.findLastIndex((element) => element.name === name);
    const ended = open[index];
    // If no element with this name is open, the end tag stays, because browsers ignore it.
    if (!ended) return true;
    if (!FORMATTING.has(name)) endInside(index);
    close(index);
    return ended.isKept;
  }

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
    // Comments have no name.
    if (name === '' || VOID.has(name)) return true;
    if (IMPLIED.has(name)) return open.at(-1)?.isKept ?? true;
    return slash ? end(name) : start(name, tag);
  }

  return html.replace(MARKUP, (tag: string, slash?: string, written?: string) =>
    stays(tag, slash, written) ? tag : '',
  );
}
