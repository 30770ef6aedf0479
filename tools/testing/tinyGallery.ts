import { RECIPE } from '@site/shared/api/pictureCopy';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import { temporaryDirectory } from './temporaryDirectory';
import { writeRemoteBuild } from './writeRemoteBuild';

/** A tiny remote at `/` with one page for each project, which shows its pictures. */
export async function tinyGallery(): Promise<LoadedArtifact> {
  const folder = await temporaryDirectory();
  await writeRemoteBuild(folder, {
    name: 'studio',
    mount: '/',
    pages: { '/projects/:projectId': `return data ? data.images.join(' ') : 'Loading'` },
    sources: {
      '/projects/:projectId': `{
        list: async (read) => {
          const { items } = await read('/collections/projects/records', { perPage: 500 });
          return new Map(items.map(({ id, title, images }) => [id, { id, title, images }]));
        },
        prepare: (data) => data,
        pictures: ({ id, images }) => images.map((image) => ['${RECIPE}', 'projects', id, image].join('/')),
      }`,
    },
  });
  return readArtifact(folder);
}
