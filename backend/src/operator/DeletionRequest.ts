/** A request to delete a MiCora account (§3) as PocketBase answers it to the operator. */
export interface DeletionRequest {
  id: string;
  contact_email: string;
  micora_email: string;
  reason: string;
  /** `2026-01-31 12:00:00.000Z`, as all times here. */
  created: string;
  due_at: string;
  /** Empty until it is done. */
  done_at: string;
  /** When the operator was told by mail; empty until then. */
  mailed_at: string;
}
