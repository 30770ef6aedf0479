/** Returns the name (`<app>/<version>`) of the build that a key under `builds/` or `assets/` belongs to. */
export function buildName(key: string): string {
  return key.split('/').slice(1, 3).join('/');
}
