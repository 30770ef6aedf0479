/** Matches a path segment that browsers send unescaped and that the server accepts. */
const NAME = /^(?!\.)[\w.~!$&'()*+,;=:@-]+$/;

const COMPRESSED = /\.(?:br|gz)$/;

/** Whether the server can serve a file from a build. @param name the file's path relative to the build */
export function isServed(name: string): boolean {
  return name.split('/').every((segment) => NAME.test(segment)) && !COMPRESSED.test(name);
}
