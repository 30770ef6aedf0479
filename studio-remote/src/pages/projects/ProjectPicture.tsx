import { Picture, type PictureProps } from '@site/shared/ui/Picture';
import styles from './ProjectPicture.module.css';

/** Shows a project's picture. If there is no picture, or if it cannot be loaded, shows a drawing of a folder (§2). */
export function ProjectPicture(props: Omit<PictureProps, 'fallback'>) {
  return <Picture fallback={Folder} {...props} />;
}

function Folder({ label }: { label: string }) {
  return (
    <span className={styles.placeholder} {...(label && { role: 'img', 'aria-label': label })}>
      <svg viewBox="0 0 360 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path className={styles.shape} d="M0 240V80a160 160 0 0 1 160 160z" />
        <circle className={styles.round} cx="270" cy="70" r="58" />
        <path className={styles.dots} d="M24 28h80M24 44h80M24 60h80" />
        <path
          className={styles.folder}
          d="M110 94V82a8 8 0 0 1 8-8h40l16 16h68a8 8 0 0 1 8 8v72a8 8 0 0 1-8 8H118a8 8 0 0 1-8-8zm0 14h140"
        />
      </svg>
    </span>
  );
}
