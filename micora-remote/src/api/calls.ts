import { form } from '@site/shared/api/calls';

/** The only call of MiCora's pages (§7). `remote.config.ts` declares it. */
export const deletionForm = form('micora_delete_requests');
