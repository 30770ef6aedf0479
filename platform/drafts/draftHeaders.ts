import { ALL_DRAFTS } from './draftLabel';

/**
 * Returns the request headers that make PocketBase return drafts. The server never forwards a visitor's own headers with
 * these names.
 */
export function draftHeaders(key: string, id = ALL_DRAFTS): Record<string, string> {
  return { 'x-draft-key': key, ...(id !== ALL_DRAFTS && { 'x-draft-id': id }) };
}
