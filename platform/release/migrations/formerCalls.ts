import type { Call } from '@site/shared/remote';
import { files, form, list, one } from '@site/shared/api/calls';

const THUMBS =
  '100x100 192x128 480x320 720x480 960x640 1440x960 2160x1440 192x128f 480x320f 720x480f 960x640f 1440x960f 2160x1440f';

/**
 * The calls of builds that were made before remotes declared their calls. These calls are allowed while a release lists
 * such a build. Remove this file once the store has no such build.
 */
export const formerCalls: Call[] = [
  list('projects', { perPage: 500, sort: 'created', skipTotal: 1 }),
  one('projects', 'id'),
  files('projects', THUMBS.split(' ')),
  form('form_submits'),
  form('micora_delete_requests'),
];
