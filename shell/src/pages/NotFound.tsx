import { ButtonLink } from '@site/shared/ui/ButtonLink';
import { MessagePage } from './MessagePage';
import styles from './NotFound.module.css';
import { notFoundHandle } from './notFoundHandle';

/** The page of every unknown address. It never shows the address, which anyone could have written. */
export function NotFound() {
  return (
    <MessagePage
      title={notFoundHandle.title}
      message="There’s no page at this address. It may have moved, or the link to it may be wrong."
      actions={
        <>
          <ButtonLink to="/">Go to the home page</ButtonLink>
          <ButtonLink to="/projects" variant="secondary">
            View all projects
          </ButtonLink>
        </>
      }
      artwork={
        <svg className={styles.artwork} viewBox="0 0 440 200" width="440" height="200" aria-hidden="true">
          <path d="M85 32 20 132h90M85 32v150M395 32l-65 100h90M395 32v150" />
          <path className={styles.ring} d="M232 181a70 70 0 1 1 56-51" />
          <path className={styles.piece} d="M266 181a70 70 0 0 0 41-6" />
          <path className={styles.ground} d="M0 196h440" />
        </svg>
      }
    />
  );
}
