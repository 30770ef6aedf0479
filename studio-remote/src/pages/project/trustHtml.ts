import type { SafeHtml } from './sanitiseHtml';

interface TrustedTypesHost {
  trustedTypes?: {
    createPolicy(name: string, rules: typeof asItIs): { createHTML(html: SafeHtml): TrustedHTML };
  };
}

const asItIs = { createHTML: (html: SafeHtml) => html };
const policy = (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('site', asItIs) ?? asItIs;

/** What `dangerouslySetInnerHTML` takes under Trusted Types, which no prerendering and not every browser has. */
export function trustHtml(html: SafeHtml): TrustedHTML | string {
  return policy.createHTML(html);
}
