import { recordsPath } from '@site/shared/api/calls';
import { post } from '@site/shared/api/client';
import { contactForm } from './calls';

/** What a visitor sends by the contact form (§3). Company and service may be empty. */
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
 * @throws ApiError for every failure; the backend's errors, by field, are in `response.data`
 */
export function submitContactForm(message: ContactMessage): Promise<void> {
  return post(recordsPath(contactForm), { ...message });
}
