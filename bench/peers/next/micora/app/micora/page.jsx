import { Features } from '../../../../../../micora-remote/src/pages/landing/Features';
import { Guide } from '../../../../../../micora-remote/src/pages/landing/Guide';
import { Hero } from '../../../../../../micora-remote/src/pages/landing/Hero';
import { LandingFooter } from '../../../../../../micora-remote/src/pages/landing/LandingFooter';
import { Testimonials } from '../../../../../../micora-remote/src/pages/landing/Testimonials';
import { TopBar } from '../../../../../../micora-remote/src/pages/landing/TopBar';
import { MicoraTheme } from '../../../../../../micora-remote/src/ui/MicoraTheme';
import { ScreenStrip } from './ScreenStrip';

export const metadata = {
  title: 'MiCora: a private memory app for couples – Digital Studio',
  description:
    'MiCora keeps the dates, photographs and small moments of two people in one private place that both can reach.',
};

/** As in the remote; only the strip needs a script of its own. */
export default function LandingPage() {
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
