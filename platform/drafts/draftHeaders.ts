import { ALL_DRAFTS } from './draftLabel';

/** The request headers that make PocketBase return drafts. The server never forwards these headers from a visitor. */
export function draftHeaders(key: string, id = ALL_DRAFTS): Record<string, string> {
  return { 'x-draft-key': key, ...(id !== ALL_DRAFTS && { 'x-draft-id': id }) };
}
