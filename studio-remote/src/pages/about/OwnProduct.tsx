import { site } from '@site/shared/site';
import { ButtonLink } from '@site/shared/ui/ButtonLink';
import drawing from '../drawing.module.css';
import styles from './OwnProduct.module.css';

const { name } = site.micora;

/** The app that the studio makes for itself. */
export function OwnProduct() {
  return (
    <section className={styles.product} aria-labelledby="product">
      <div className={styles.panel}>
        <div className={styles.words}>
          <h2 id="product">{name}, an app of our own</h2>
          <p className={styles.text}>
            {name} keeps a couple’s dates, photographs and notes in one private place. We plan it, build it
            and answer the people who use it, so we know what a product needs after its launch.
          </p>
          <ButtonLink to="/micora" variant="secondary">
            Meet {name}
          </ButtonLink>
        </div>
        <svg className={styles.art} viewBox="0 0 640 430" aria-hidden="true">
          <circle className={drawing.warm} cx="220" cy="215" r="215" />
          <circle className={drawing.accent} cx="420" cy="215" r="215" />
          <path className={drawing.ink} d="M320 24.7a215 215 0 0 1 0 380.6 215 215 0 0 1 0-380.6z" />
        </svg>
      </div>
    </section>
  );
}
