import { CallToAction } from '@site/shared/ui/CallToAction';
import { Hero } from './Hero';
import { Mission } from './Mission';
import { OwnProduct } from './OwnProduct';
import { Story } from './Story';
import { Timeline } from './Timeline';
import { Values } from './Values';

/** Who the studio is (§2). */
export function AboutPage() {
  return (
    <>
      <Hero />
      <Story />
      <Timeline />
      <OwnProduct />
      <Values />
      <Mission />
      <CallToAction
        title="Tell us what you are working on."
        text="The people who answer are the people who would do the work. We reply within 24 hours."
        action="Contact Us"
      />
    </>
  );
}
