import type { DataHashes, DataPictures } from './composeRelease';
import { isPattern } from './isPattern';
import type { Release } from './Release';

/** The data that the pages of a release show, as its manifest tells; nothing without a release. */
export function dataOf(release: Release | undefined): DataHashes {
  const data: DataHashes = {};
  for (const [file, { app, path, route = path, data: hash }] of Object.entries(release?.pages ?? {})) {
    // Without a prototype any parameter can be a key.
    const known = () => ((data[app] ??= {})[route] ??= Object.create(null) as Record<string, string>);
    // Of its pages all are known, even if there is none.
    if (isPattern(path) && file.endsWith('_.404.html')) known();
    else if (hash !== undefined) known()[route === path ? '' : paramOf(path)] = hash;
  }
  return data;
}

/** The pictures of that data. */
export function dataPicturesOf(release: Release | undefined): DataPictures {
  return Object.fromEntries(
    Object.values(release?.pages ?? {}).flatMap(({ data, pictures = [] }) =>
      data === undefined ? [] : [[data, pictures]],
    ),
  );
}

function paramOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
