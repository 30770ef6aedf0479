export const PARTS = ['head', 'header', 'main', 'form', 'footer'] as const;

/** The ways to change a part of a page. `insert` adds an element inside the part, and `beside` adds one before it. */
export const CHANGES = ['insert', 'beside', 'wrap', 'replace', 'remove', 'translate'] as const;

export interface PageChange {
  part: (typeof PARTS)[number];
  change: (typeof CHANGES)[number];
}

/**
 * Runs in the browser. Changes one part of the page, as browser extensions and proxies do. `insert` also adds elements next
 * to form fields, as password managers and spellcheckers do. `translate` also hides email addresses, and adds a `tel:` link
 * to each paragraph that contains a long number.
 */
export function changePage({ part, change }: PageChange): void {
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
      // Select the same option again, because a cloned select element loses its selected option.
      const chosen = element.querySelector('select')?.value;
      const copiedSelect = copy.querySelector('select');
      if (copiedSelect && chosen) copiedSelect.value = chosen;
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
