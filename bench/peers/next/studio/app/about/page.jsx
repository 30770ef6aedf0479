import { AboutPage } from '../../../../../../studio-remote/src/pages/about/AboutPage';

export const metadata = {
  title: 'About – Digital Studio',
  description: 'How a London studio for websites and mobile apps began, what it holds to and what it is for.',
};

export default AboutPage;
