import { MicoraTheme } from '../../ui/MicoraTheme';
import { Facts } from './Facts';
import { Features } from './Features';
import { Guide } from './Guide';
import { Hero } from './Hero';
import { LandingFooter } from './LandingFooter';
import { Prices } from './Prices';
import { Questions } from './Questions';
import { Scenes } from './Scenes';
import { ScreenStrip } from './ScreenStrip';
import { TopBar } from './TopBar';

/** The app's landing page (§2). It replaces the site's header and footer with its own. */
export function LandingPage() {
  return (
    <MicoraTheme>
      <TopBar />
      <main id="content" tabIndex={-1}>
        <Hero />
        <Features />
        <ScreenStrip />
        <Scenes />
        <Guide />
        <Facts />
        <Prices />
        <Questions />
      </main>
      <LandingFooter />
    </MicoraTheme>
  );
}
