/** Where other software changes a page. */
export const PARTS = ['head', 'header', 'main', 'form', 'footer'] as const;

/** What it does there: puts something in or beside it, wraps it, puts a copy in its place, takes it out, or translates it. */
export const CHANGES = ['insert', 'beside', 'wrap', 'replace', 'remove', 'translate'] as const;

export interface Change {
  part: (typeof PARTS)[number];
  change: (typeof CHANGES)[number];
}

/**
 * Changes a page as other software does. It runs in the page, and knows nothing but its argument. In a form its fields are changed as well,
 * as password managers and correctors do; a translator also hides addresses and makes links of numbers.
 */
export function changePage({ part, change }: Change): void {
  const element = document.querySelector(part);
  if (!element) return;
  const extra = () => document.createElement(part === 'head' ? 'meta' : 'x-extension');
  const wrap = (node: ChildNode) => {
    const wrapper = document.createElement('span');
    node.replaceWith(wrapper);
    wrapper.append(node);
  };

  switch (change) {
    case 'insert':
      element.prepend(extra());
      element.querySelector('textarea')?.before(extra());
      element.querySelector('input[type=email]')?.after(extra());
      break;
    case 'beside':
      if (part !== 'head') element.before(extra());
      break;
    case 'wrap':
      if (part === 'head') return;
      wrap(element);
      break;
    case 'replace': {
      if (part === 'head') {
        element.querySelector('title')?.replaceWith(document.createElement('title'));
        return;
      }
      const copy = element.cloneNode(true) as Element;
      // A copy of a choice does not have what was chosen.
      const chosen = element.querySelector('select')?.value;
      const choice = copy.querySelector('select');
      if (choice && chosen) choice.value = chosen;
      element.replaceWith(copy);
      break;
    }
    case 'remove':
      if (part === 'head') element.querySelector('meta[name=description]')?.remove();
      else element.remove();
      break;
    case 'translate': {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) if (part !== 'head') wrap(text);
      for (const link of element.querySelectorAll('a[href^="mailto:"]')) {
        const hidden = document.createElement('span');
        hidden.className = '__cf_email__';
        hidden.textContent = '[email protected]';
        link.replaceWith(hidden);
      }
      for (const paragraph of element.querySelectorAll('p')) {
        if (!/\d{8}/.test(paragraph.textContent)) continue;
        const call = Object.assign(document.createElement('a'), { href: 'tel:00000000' });
        paragraph.append(call);
      }
    }
  }
}
