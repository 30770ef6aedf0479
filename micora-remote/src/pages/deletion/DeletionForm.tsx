import { Field } from '@site/shared/form/Field';
import { Form } from '@site/shared/form/Form';
import { useForm, type FormOptions } from '@site/shared/form/useForm';
import { Link } from '@site/shared/router';
import { micora } from '@site/shared/site';
import { EmailLink } from '@site/shared/ui/EmailLink';
import { requestDeletion, type DeletionRequest } from '../../api/requestDeletion';
import styles from './DeletionForm.module.css';

/** The validation rules and their messages (§5), in the order of the fields. */
const rules: FormOptions<keyof DeletionRequest | 'confirmation'>['rules'] = {
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
    required: 'Please confirm that you want everything deleted',
    draft: false,
  },
};

/** The deletion form (§4). Its button is enabled only while the confirmation box is ticked. */
export function DeletionForm() {
  const form = useForm({ name: 'deletion', rules, send: requestDeletion });
  const { field } = form;
  const confirmation = field('confirmation');
  return (
    <div className={styles.form}>
      <Form
        form={form}
        label="Account deletion request"
        email={micora.supportEmail}
        success={
          "Request Submitted Successfully —\nWe've received your deletion request. Your account and data will be permanently deleted within 30 days."
        }
        failure={
          'Submission Failed —\nThere was an error processing your request. Please try again or contact support.'
        }
        next={
          <p>
            One step is yours: confirm it in the email that we send to the account’s own address. If you
            change your mind, don’t confirm, or tell us at <EmailLink address={micora.supportEmail} />.
          </p>
        }
        note={
          <>
            We use these details only for this request, and delete them the night after it’s done. Read our{' '}
            <Link to="/micora/privacy-policy">privacy policy</Link>.
          </>
        }
        button={{ send: 'Request account deletion', sending: 'Processing...', again: 'Send another request' }}
        locked={!confirmation.value}
      >
        <div className={styles.fields}>
          <Field kind="line" field={field('contact_email')} label="Contact email" autoComplete="email" />
          <Field
            kind="line"
            field={field('micora_email')}
            label="MiCora account email"
            autoComplete="email"
          />
        </div>
        <Field kind="text" field={field('reason')} label="Reason" />
        <div className={styles.confirmation}>
          <Field
            kind="tick"
            field={confirmation}
            label="I understand that my account and all of its data will be permanently deleted, and that this cannot be undone."
            hint={
              confirmation.value
                ? 'The button below works now: it sends your request.'
                : 'The button below works once this box is ticked.'
            }
          />
        </div>
      </Form>
    </div>
  );
}
