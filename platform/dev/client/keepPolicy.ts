/** The global variable in which all copies of webpack-dev-middleware's error overlay share their state. */
const OVERLAY = '__webpack_dev_middleware_hot_overlay_state__';

// The policy below removes the `style` attributes from the overlay's HTML, because the page's Content-Security-Policy would
// block them and log errors. The overlay sets its essential styles by script, which the Content-Security-Policy allows.
const { trustedTypes } = window as Window & {
  trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => object };
};
const rules = { createHTML: (html: string) => html.replace(/ style="[^"]*"/g, '') };
const trustedTypesPolicy = trustedTypes?.createPolicy('site', rules) ?? rules;

const page = window as unknown as Record<string, object | undefined>;
page[OVERLAY] ??= { trustedTypesPolicy };

export {};
