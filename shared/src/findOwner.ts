/** Returns the remote that owns a path, or undefined if no mount contains the path. The longest matching mount wins. */
export function findOwner<Remote extends { mount: string }>(pathname: string, remotes: Remote[]) {
  return remotes
    .filter(({ mount }) => contains(mount, pathname))
    .sort((one, other) => other.mount.length - one.mount.length)
    .at(0);
}

function contains(mount: string, pathname: string): boolean {
  return mount === '/' || pathname === mount || pathname.startsWith(`${mount}/`);
}
