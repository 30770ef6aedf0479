import { files } from '@site/shared/api/calls';
import { thumbSize } from '@site/shared/api/fileUrl';
import { PICTURE_WIDTHS } from '@site/shared/api/pictureCopy';
import type { RemoteConfig } from '@site/shared/remote';
import { contactForm, projectById, projectList, PROJECTS } from './src/api/calls';

const croppedSizes = PICTURE_WIDTHS.map((width) => thumbSize(width));
const uncroppedSizes = PICTURE_WIDTHS.map((width) => thumbSize(width, true));

export const remote: RemoteConfig = {
  name: 'studio',
  mount: '/',
  paths: ['/', '/projects', '/projects/:projectId', '/about', '/contact', '/privacy'],
  requires: { contract: '^1.0.0', router: '^1.0.0' },
  // The dashboard's editor also offers the size 100x100 for pictures in text.
  calls: [
    projectList,
    projectById,
    files(PROJECTS, ['100x100', ...croppedSizes, ...uncroppedSizes]),
    contactForm,
  ],
};
