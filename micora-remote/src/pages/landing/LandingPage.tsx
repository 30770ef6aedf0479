import { Features } from './Features';
import { Guide } from './Guide';
import { Hero } from './Hero';
import { LandingFooter } from './LandingFooter';
import styles from './LandingPage.module.css';
import { ScreenStrip } from './ScreenStrip';
import { Testimonials } from './Testimonials';
import { TopBar } from './TopBar';

/** The app's landing page (§2), without the site's header and footer. */
export function LandingPage() {
  return (
    <div className={styles.page}>
      <TopBar />
      <Hero />
      <Features />
      <ScreenStrip />
      <Guide />
      <Testimonials />
      <LandingFooter />
    </div>
  );
}
