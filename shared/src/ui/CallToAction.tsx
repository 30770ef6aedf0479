import { ButtonLink } from './ButtonLink';
import styles from './CallToAction.module.css';

interface CallToActionProps {
  title: string;
  text: string;
  /** What the button says. */
  action: string;
}

/** The full-width band that closes a page of the studio, with the way to write to it. */
export function CallToAction({ title, text, action }: CallToActionProps) {
  return (
    <section className={styles.call}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <ButtonLink to="/contact">{action}</ButtonLink>
      </div>
    </section>
  );
}
