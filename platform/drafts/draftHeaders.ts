import { ALL_DRAFTS } from './draftLabel';

/** The headers with which PocketBase shows drafts. The server never passes them on from a visitor. */
export function draftHeaders(key: string, id = ALL_DRAFTS): Record<string, string> {
  return { 'x-draft-key': key, ...(id !== ALL_DRAFTS && { 'x-draft-id': id }) };
}
