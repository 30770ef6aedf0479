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

interface Open {
  name: string;
  isKept: boolean;
  levels: 0 | 1;
}

/**
 * Bounds how deep the elements of a text stand in each other, before it is parsed: DOMs recurse, and end by a RangeError
 * at a few thousand levels. Deeper tags are left out; what they contain stays.
 */
export function limitDepth(html: string): string {
  const open: Open[] = [];
  let depth = 0;

  function leave(index: number): void {
    const [left] = open.splice(index, 1);
    depth -= left?.levels ?? 0;
  }

  return html.replace(MARKUP, (tag: string, slash?: string, written?: string) => {
    const name = written?.toLowerCase() ?? '';
    if (name === '' || VOID.has(name)) return tag;
    if (IMPLIED.has(name)) return open.at(-1)?.isKept === false ? '' : tag;
    if (slash) {
      const index = open.findLastIndex((one) => one.name === name);
      if (index < 0) return tag;
      const isKept = open[index]?.isKept;
      for (let inner = open.length - 1; inner > index && !FORMATTING.has(name); inner -= 1)
        if (!FORMATTING.has(open[inner]?.name ?? '')) leave(inner);
      leave(index);
      return isKept ? tag : '';
    }
    const isFrame = FRAME.test(tag);
    const isKept = isFrame || depth < DEPTH;
    const levels = isKept && !isFrame ? 1 : 0;
    open.push({ name, isKept, levels });
    depth += levels;
    return isKept ? tag : '';
  });
}
