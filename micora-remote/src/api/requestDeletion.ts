import { post } from '@site/shared/api/client';

/** A request to delete an account of the app (§3). */
export interface DeletionRequest {
  /** The email address at which the visitor can be reached. */
  contact_email: string;
  /** The email address of the visitor's account. */
  micora_email: string;
  /** Empty if the visitor gave no reason. */
  reason: string;
}

/**
 * Requests the deletion of an account (§7). The request contains exactly the three fields.
 *
 * @throws ApiError for every failure; `response.data` contains the backend's error for each field
 */
export function requestDeletion({ contact_email, micora_email, reason }: DeletionRequest): Promise<void> {
  return post('/collections/micora_delete_requests/records', { contact_email, micora_email, reason });
}
