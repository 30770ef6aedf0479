import { Phone, write, type ScreenProps } from './Phone';
import { Picture } from './Picture';

export function TogetherScreen({ label }: ScreenProps) {
  return (
    <Phone label={label} kicker="From both phones" title="Four years" tab={3}>
      {write('strong', 28, 132, '2022')}
      {write('note', 222, 132, '38 dates')}
      <Picture of="hills" x={24} y={144} width={120} height={84} round={16} />
      <Picture of="coffee" x={156} y={144} width={120} height={84} round={16} />
      {write('strong', 28, 264, '2023')}
      {write('note', 222, 264, '41 dates')}
      <Picture of="cake" x={24} y={276} width={76} height={84} round={16} />
      <Picture of="sea" x={112} y={276} width={76} height={84} round={16} />
      <Picture of="window" x={200} y={276} width={76} height={84} round={16} />
      {write('strong', 28, 396, '2024')}
      {write('note', 222, 396, '47 dates')}
      <Picture of="lights" x={24} y={408} width={252} height={116} round={16} />
    </Phone>
  );
}
