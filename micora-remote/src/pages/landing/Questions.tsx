import { Section } from '@site/shared/ui/Section';
import styles from './Questions.module.css';

// Keep the answers consistent with the privacy policy, the terms and the deletion page.
const questions = {
  'What if we break up?':
    'Either of you can end the link at any time. From then on nothing new is shared, and each of you keeps what you added yourself. Your partner may have kept a copy of what they could already see.',
  'Does my partner see everything I write?':
    'They see what you save in the space you share. A journal entry that you mark as your own stays with you.',
  'Could my partner delete my account?':
    'No. Before we delete anything, we email the account’s own address and ask. If you don’t confirm, nothing is deleted.',
  'What if I lose my phone?': 'Sign in on the new one, and your memories are there.',
  'How old do we have to be?':
    '13 or older, both of you. If you’re under 18, you need the permission of a parent or guardian.',
};

export function Questions() {
  return (
    <Section id="questions" title="What couples ask" className={styles.questions}>
      <dl>
        {Object.entries(questions).map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
