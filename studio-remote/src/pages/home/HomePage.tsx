import { CallToAction } from '@site/shared/ui/CallToAction';
import { Hero } from './Hero';
import { Reasons } from './Reasons';
import { SelectedWork } from './SelectedWork';
import { Services } from './Services';
import { Statistics } from './Statistics';

/** The studio's home page (§2). */
export function HomePage() {
  return (
    <>
      <Hero />
      <SelectedWork />
      <Services />
      <Reasons />
      <Statistics />
      <CallToAction
        title="Got something in mind?"
        text="Two or three sentences will do. You’ll hear back within 24 hours."
        action="Get in Touch"
      />
    </>
  );
}
