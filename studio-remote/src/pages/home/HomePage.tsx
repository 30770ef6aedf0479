import { CallToAction } from '@site/shared/ui/CallToAction';
import { Hero } from './Hero';
import { LetterDrawing } from './LetterDrawing';
import { Reasons } from './Reasons';
import { SelectedWork } from './SelectedWork';
import { Services } from './Services';
import { Statistics } from './Statistics';
import { useSelectedWork } from './useSelectedWork';

export function HomePage() {
  const work = useSelectedWork();
  const covers = work?.filter(({ coverImage }) => coverImage);
  const others = work?.filter((project) => project !== covers?.[0]).slice(0, 4);
  return (
    <>
      <Hero covers={covers} />
      <SelectedWork work={others} />
      <Services />
      <Reasons />
      <Statistics />
      <CallToAction
        title="Got something in mind?"
        text="Two or three sentences will do. You’ll hear back within 24 hours."
        action="Get in Touch"
        ground="accent"
      >
        <LetterDrawing />
      </CallToAction>
    </>
  );
}
