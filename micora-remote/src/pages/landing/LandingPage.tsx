import { MicoraTheme } from '../../ui/MicoraTheme';
import { Features } from './Features';
import { Guide } from './Guide';
import { Hero } from './Hero';
import { LandingFooter } from './LandingFooter';
import { ScreenStrip } from './ScreenStrip';
import { Testimonials } from './Testimonials';
import { TopBar } from './TopBar';

/** The app's landing page (§2), without the site's header and footer. */
export function LandingPage() {
  return (
    <MicoraTheme>
      <TopBar />
      <Hero />
      <Features />
      <ScreenStrip />
      <Guide />
      <Testimonials />
      <LandingFooter />
    </MicoraTheme>
  );
}
