import { HomePage } from '../../../../../studio-remote/src/pages/home/HomePage';

export const metadata = {
  title: 'Websites, mobile apps and design from London – Digital Studio',
  description:
    'A London studio that plans, designs and builds websites and mobile apps, from the first conversation to long after launch.',
};

export default HomePage;
