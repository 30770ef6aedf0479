import { expect, type Page } from '@playwright/test';

/** Expects that a page has no element, attribute or address that would run a script, but its own. */
export async function expectHarmless(page: Page): Promise<void> {
  const harm = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const found = [...element.attributes]
        .filter(
          ({ name, value }) =>
            /^(?:on|srcdoc$)/i.test(name) ||
            (/^(?:href|src|action|formaction|xlink:href|data|poster|background)$/i.test(name) &&
              !/^(?:https?|mailto|micora):$/.test(new URL(value, location.href).protocol)),
        )
        .map(({ name, value }) => `${element.localName} ${name}=${value}`);
      const isForeign =
        /^(?:iframe|object|embed|base|frame|applet|template|foreignobject|animate|set)$/i.test(
          element.localName,
        ) ||
        (element instanceof HTMLScriptElement &&
          !/json$/.test(element.type) &&
          !element.src.startsWith(`${location.origin}/assets/`)) ||
        (element instanceof HTMLStyleElement && element.dataset.href === undefined);
      return isForeign ? [...found, element.outerHTML.slice(0, 200)] : found;
    }),
  );
  expect(harm).toEqual([]);
}

/** Notes what a script that ran would do: a dialog, a window, a request to somewhere else. */
export function noteAlarms(page: Page, origin: string): string[] {
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
