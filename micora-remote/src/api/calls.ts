import { form } from '@site/shared/api/calls';

/** The only backend call that MiCora's pages make (§7). `remote.config.ts` declares the call. */
export const deletionForm = form('micora_delete_requests');
