import { ClosingCall } from './ClosingCall';
import { Hero } from './Hero';
import { Reasons } from './Reasons';
import { Services } from './Services';
import { Statistics } from './Statistics';

/** The studio's home page (§2). */
export function HomePage() {
  return (
    <>
      <Hero />
      <Services />
      <Reasons />
      <Statistics />
      <ClosingCall />
    </>
  );
}
