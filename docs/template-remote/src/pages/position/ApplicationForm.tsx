import { Field } from '@site/shared/form/Field';
import { Form } from '@site/shared/form/Form';
import { useForm, type FormOptions } from '@site/shared/form/useForm';
import { site } from '@site/shared/site';
import { apply, type Application } from '../../api/apply';
import type { Position } from '../../api/readPosition';
import styles from '../careers.module.css';

const rules: FormOptions<keyof Application>['rules'] = {
  name: {
    required: 'Your name is required',
    limit: { characters: 100, message: 'Your name must be 100 characters or less' },
  },
  email: {
    required: 'Your email address is required',
    email: 'Please enter a valid email address',
  },
  letter: {
    required: 'Please tell us about yourself',
    limit: { characters: 5000, message: 'Your letter must be 5000 characters or less' },
  },
};

/** The application form for a position. What the visitor has typed survives a failed submission and a reload. */
export function ApplicationForm({ position }: { position: Position }) {
  const form = useForm({
    name: `application-${position.id}`,
    rules,
    send: (application) => apply(position.title, application),
  });
  return (
    <Form
      form={form}
      label="Application"
      email={site.company.email}
      success="Thank you for your application."
      failure="Your application could not be sent. Please try again."
      next={<p>We answer within two weeks.</p>}
      note="We use these details only to answer your application, and delete them after 12 months."
      button={{ send: 'Send application', sending: 'Sending...', again: 'Send another application' }}
    >
      <div className={styles.fields}>
        <Field kind="line" field={form.field('name')} label="Your name" autoComplete="name" />
        <Field kind="line" field={form.field('email')} label="Your email address" autoComplete="email" />
        <Field kind="text" field={form.field('letter')} label="About you" />
      </div>
    </Form>
  );
}
