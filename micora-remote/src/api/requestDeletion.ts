import { post } from '@site/shared/api/client';

/** A request to delete an app account (§3). The property names are the same as in the backend. */
export interface DeletionRequest {
  contact_email: string;
  /** The email address of the account to delete. */
  micora_email: string;
  reason: string;
}

/**
 * Sends a deletion request to the backend (§7). Sends only the fields of `DeletionRequest`, even if the given object has
 * more fields.
 *
 * @throws ApiError for every failure; `response.data` contains the backend's error for each invalid field
 */
export function requestDeletion({ contact_email, micora_email, reason }: DeletionRequest): Promise<void> {
  return post('/collections/micora_delete_requests/records', { contact_email, micora_email, reason });
}
