import { ButtonLink } from './ButtonLink';
import styles from './CallToAction.module.css';

interface CallToActionProps {
  title: string;
  text: string;
  /** A path of the site. */
  to: string;
  /** What the button says. */
  action: string;
}

/** The full-width band that closes a page with one thing to do. */
export function CallToAction({ title, text, to, action }: CallToActionProps) {
  return (
    <section className={styles.call}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <ButtonLink to={to}>{action}</ButtonLink>
      </div>
    </section>
  );
}
