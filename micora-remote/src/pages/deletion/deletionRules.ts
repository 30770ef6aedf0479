import type { FormOptions } from '@site/shared/form/useForm';
import type { DeletionRequest } from '../../api/requestDeletion';

/** The rules of the deletion form and their messages (§5), in the order of the page. */
export const deletionRules: FormOptions<keyof DeletionRequest | 'confirmation'>['rules'] = {
  contact_email: {
    required: 'Contact email is required',
    email: 'Please enter a valid email address',
  },
  micora_email: {
    required: 'MiCora account email is required',
    email: 'Please enter a valid email address',
  },
  reason: {
    limit: { characters: 5000, message: 'Reason must be 5000 characters or less' },
  },
  confirmation: {
    required: 'Please confirm that everything is to be deleted',
    draft: false,
  },
};
