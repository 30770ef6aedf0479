import { post } from '@site/shared/api/client';

/** A message from the contact form (§3). Company and service may be empty. */
export interface ContactMessage {
  full_name: string;
  email_address: string;
  company: string;
  /** One of `website`, `mobile`, `design`, `consulting`, `other` (§5). */
  service_interested_in: string;
  project_details: string;
}

/**
 * Sends a message to the studio (§7).
 *
 * @throws ApiError on any failure; its `response.data` contains the backend's errors by field
 */
export function submitContactForm(message: ContactMessage): Promise<void> {
  return post('/collections/form_submits/records', { ...message });
}
