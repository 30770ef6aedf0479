import { post } from '@site/shared/api/client';

/** A message from the contact form, with the backend's field names. `company` and `service_interested_in` may be empty. */
export interface ContactMessage {
  full_name: string;
  email_address: string;
  company: string;
  /** One of `website`, `mobile`, `design`, `consulting` and `other`, or an empty string (§5). */
  service_interested_in: string;
  project_details: string;
}

/**
 * Sends a message to the studio (§7).
 *
 * @throws ApiError on every failure. If the backend rejects fields, `response.data` contains an error for each rejected
 *   field
 */
export function submitContactForm(message: ContactMessage): Promise<void> {
  return post('/collections/form_submits/records', { ...message });
}
