/** What all copies of the overlay of webpack-dev-middleware share in a page. */
const OVERLAY = '__webpack_dev_middleware_hot_overlay_state__';

/**
 * Lets the overlay make its HTML without `style` attributes, which the page's Content-Security-Policy refuses with an
 * error in the console. What the overlay needs to be read it sets by scripts, which are allowed to.
 */
const { trustedTypes } = window as Window & {
  trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => object };
};
const rules = { createHTML: (html: string) => html.replace(/ style="[^"]*"/g, '') };
const trustedTypesPolicy = trustedTypes?.createPolicy('site', rules) ?? rules;

const page = window as unknown as Record<string, object | undefined>;
page[OVERLAY] ??= { trustedTypesPolicy };

export {};
