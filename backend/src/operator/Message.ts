/** A message from the contact form (§3) as PocketBase answers it to the operator. */
export interface Message {
  id: string;
  full_name: string;
  email_address: string;
  company: string;
  service_interested_in: string;
  project_details: string;
  /** `2026-01-31 12:00:00.000Z`, as all times here. */
  created: string;
  /** When the operator was told by mail; empty until then. */
  mailed_at: string;
}
