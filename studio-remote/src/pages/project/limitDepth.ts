/** How deep elements may stand in each other. Browsers themselves stop at about 500. */
const DEPTH = 100;

const words = (text: string) => new Set(text.split(' '));

/** They contain nothing. */
const VOID = words('area base br col embed hr img input link meta param source track wbr');

/** One of them ends the one before, so that any number may be left open. They stand in what is counted. */
const IMPLIED = words('p li dt dd tr td th thead tbody tfoot caption colgroup optgroup option');

/** They stay open when an element around them ends. */
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u');

/** A comment, or a tag, and of it the slash and the name. */
const MARKUP = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)(?:[^"'<>]|"[^"]*"|'[^']*')*>?/gi;

/** The frame that `shapeHtml` puts round a table. It does not count, so that a text that is shaped again stays the same. */
const FRAME = /^<div class="table"/;

/** An element whose end has not been reached. */
interface OpenElement {
  name: string;
  /** Whether its tags stay in the text. */
  isKept: boolean;
  /** How much deeper it makes what it contains. */
  levels: 0 | 1;
}

/**
 * Bounds how deep the elements of a text stand in each other, before it is parsed: DOMs recurse, and end by a RangeError
 * at a few thousand levels. Deeper tags are left out; what they contain stays.
 */
export function limitDepth(html: string): string {
  const open: OpenElement[] = [];
  let depth = 0;

  /** @returns whether the start tag stays */
  function start(name: string, tag: string): boolean {
    const isFrame = FRAME.test(tag);
    const isKept = isFrame || depth < DEPTH;
    const levels = isKept && !isFrame ? 1 : 0;
    open.push({ name, isKept, levels });
    depth += levels;
    return isKept;
  }

  /** @returns whether the end tag stays */
  function end(name: string): boolean {
    const index = open.findLastIndex((element) => element.name === name);
    const ended = open[index];
    // It ends nothing, so a browser ignores it.
    if (!ended) return true;
    if (!FORMATTING.has(name)) endInside(index);
    close(index);
    return ended.isKept;
  }

  /** Ends what is open inside an element that ends, except formatting. */
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
