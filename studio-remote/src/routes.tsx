import type { PageRoute } from '@site/shared/contract';
import { projectsHandle } from './pages/projects/projectsHandle';

/** The studio's pages (§2). webpack puts each into a separate chunk. */
export const routes: PageRoute[] = [
  {
    id: 'studio/HomePage',
    path: '/',
    handle: {
      title: 'Websites, mobile apps and design from London',
      description:
        'A London studio that plans, designs and builds websites and mobile apps, from the first conversation to long after launch.',
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "HomePage" */ './pages/home/HomePage')).HomePage,
    }),
  },
  {
    id: 'studio/ProjectsPage',
    path: '/projects',
    handle: projectsHandle,
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "ProjectsPage" */ './pages/projects/ProjectsPage'))
        .ProjectsPage,
    }),
  },
  {
    id: 'studio/ProjectPage',
    path: '/projects/:projectId',
    handle: {
      title: 'Project',
      description: 'One of the studio’s projects: what it is, what it looks like and what it’s built with.',
      index: false,
      type: 'article',
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "ProjectPage" */ './pages/project/ProjectPage'))
        .ProjectPage,
    }),
  },
  {
    id: 'studio/AboutPage',
    path: '/about',
    handle: {
      title: 'About',
      description:
        'How a London studio for websites and mobile apps began, what it values and what it is for.',
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "AboutPage" */ './pages/about/AboutPage')).AboutPage,
    }),
  },
  {
    id: 'studio/ContactPage',
    path: '/contact',
    handle: {
      title: 'Contact',
      description:
        'Write to the studio about a website, a mobile app, a design or advice: every message is answered within 24 hours.',
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "ContactPage" */ './pages/contact/ContactPage'))
        .ContactPage,
    }),
  },
  {
    id: 'studio/PrivacyPage',
    path: '/privacy',
    handle: {
      title: 'Privacy notice',
      description: 'What the studio keeps about its visitors, and for how long.',
    },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "PrivacyPage" */ './pages/privacy/PrivacyPage'))
        .PrivacyPage,
    }),
  },
];
