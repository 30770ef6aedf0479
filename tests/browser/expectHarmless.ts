import { expect, type Page } from '@playwright/test';

/** Expects a page to contain no element, attribute or URL that could run an attacker's code. */
export async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(findHarm)).toEqual([]);
}

function findHarm(): string[] {
  const isDangerousAttribute = ({ name, value }: Attr): boolean => {
    if (/^(?:on|srcdoc$)/i.test(name)) return true;
    const isAddress = /^(?:href|src|action|formaction|xlink:href|data|poster|background)$/i.test(name);
    return isAddress && !/^(?:https?|mailto|micora):$/.test(new URL(value, location.href).protocol);
  };
  const isDangerousElement = (element: Element): boolean => {
    if (element instanceof HTMLScriptElement)
      return !/json$/.test(element.type) && !element.src.startsWith(`${location.origin}/assets/`);
    if (element instanceof HTMLStyleElement) return element.dataset.href === undefined;
    return /^(?:iframe|object|embed|base|frame|applet|template|foreignobject|animate|set)$/i.test(
      element.localName,
    );
  };

  const harm: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    for (const attribute of element.attributes) {
      if (isDangerousAttribute(attribute))
        harm.push(`${element.localName} ${attribute.name}=${attribute.value}`);
    }
    if (isDangerousElement(element)) harm.push(element.outerHTML.slice(0, 200));
  }
  return harm;
}

/**
 * Watches a page for signs of a successful attack: dialogs, new windows, and requests to any origin but `origin`.
 *
 * @returns the list of signs, which grows whenever another sign appears
 */
export function recordAlarms(page: Page, origin: string): string[] {
  const alarms: string[] = [];
  page.on('dialog', (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => alarms.push(`window: ${popup.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) alarms.push(`request: ${request.url()}`);
  });
  return alarms;
}
