/** The build, `<app>/<version>`, that a file belongs to. @param key below `builds/` or `assets/` */
export function buildOf(key: string): string {
  return key.split('/').slice(1, 3).join('/');
}
