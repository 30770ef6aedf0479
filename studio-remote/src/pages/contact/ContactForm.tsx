import { Field } from '@site/shared/form/Field';
import { Form } from '@site/shared/form/Form';
import { useForm, type FormOptions } from '@site/shared/form/useForm';
import { Link, useLocation } from '@site/shared/router';
import { site } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { useState } from 'react';
import { submitContactForm, type ContactMessage } from '../../api/submitContactForm';
import styles from './ContactForm.module.css';

/** The validation rules and their messages (§5), in the order of the fields. */
const rules: FormOptions<keyof ContactMessage>['rules'] = {
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

/** The options of the `service_interested_in` field, with their labels (§5). */
const services = [
  ['website', 'Website Development'],
  ['mobile', 'Mobile App Development'],
  ['design', 'UI/UX Design'],
  ['consulting', 'Consulting'],
  ['other', 'Other Services'],
] as const;

export function ContactForm() {
  const { search } = useLocation();
  const [suggested] = useState(() => ({ service_interested_in: serviceIn(search) }));
  const form = useForm({ name: 'contact', rules, send: submitContactForm, suggested });
  const { field } = form;
  return (
    <Form
      form={form}
      label="Contact form"
      email={site.company.email}
      success="✅ Thank you for your message! We'll get back to you within 24 hours."
      failure="❌ There was an error submitting your message. Please try again."
      next={
        <p>
          A person reads your message and answers by email. If nothing arrives, look in your spam folder, or
          write to <EmailLink address={site.company.email} />.
        </p>
      }
      note={
        <>
          We use these details only to answer your message, and delete them after 24 months. Read our{' '}
          <Link to="/privacy">privacy notice</Link>.
        </>
      }
      button={{ send: 'Send message', sending: 'Sending...', again: 'Send another message' }}
    >
      <div className={styles.fields}>
        <Field kind="line" field={field('full_name')} label="Full name" autoComplete="name" />
        <Field kind="line" field={field('email_address')} label="Email address" autoComplete="email" />
        <Field kind="line" field={field('company')} label="Company" autoComplete="organization" />
        <Field kind="choice" field={field('service_interested_in')} label="Service" options={services} />
        <div className={styles.wide}>
          <Field kind="text" field={field('project_details')} label="Project details" />
        </div>
      </div>
    </Form>
  );
}

function serviceIn(search: string): string {
  const requested = new URLSearchParams(search).get('service') ?? '';
  return services.some(([value]) => value === requested) ? requested : '';
}
