import type { FormOptions } from '@site/shared/form/useForm';
import type { ContactMessage } from '../../api/submitContactForm';

/** The rules of the contact form and their messages (§5), in the order of the page. */
export const contactRules: FormOptions<keyof ContactMessage>['rules'] = {
  full_name: {
    required: 'Full name is required',
    limit: { characters: 100, message: 'Name must be 100 characters or less' },
  },
  email_address: {
    required: 'Email address is required',
    email: 'Please enter a valid email address',
  },
  company: {
    limit: { characters: 100, message: 'Company name must be 100 characters or less' },
  },
  service_interested_in: {},
  project_details: {
    required: 'Project details are required',
    limit: { characters: 5000, message: 'Message must be 5000 characters or less' },
  },
};
