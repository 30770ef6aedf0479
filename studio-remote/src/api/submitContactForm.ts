import { post } from '@site/shared/api/client';

/** A message from the contact form, in the backend's field names (§3). Company and service may be empty. */
export interface ContactMessage {
  full_name: string;
  email_address: string;
  company: string;
  /** `website`, `mobile`, `design`, `consulting`, `other` or empty (§5). */
  service_interested_in: string;
  project_details: string;
}

/**
 * Sends a message to the studio (§7).
 *
 * @throws ApiError for every failure; `response.data` contains the backend's error for each field
 */
export function submitContactForm(message: ContactMessage): Promise<void> {
  return post('/collections/form_submits/records', { ...message });
}
