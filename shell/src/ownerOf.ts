interface Mounted {
  mount: string;
}

/** The remote that owns a path: the one with the longest mount that contains it. */
export function ownerOf<Remote extends Mounted>(pathname: string, remotes: Remote[]): Remote | undefined {
  return remotes
    .filter(({ mount }) => contains(mount, pathname))
    .reduce<Remote | undefined>(
      (owner, remote) => (remote.mount.length > (owner?.mount.length ?? 0) ? remote : owner),
      undefined,
    );
}

function contains(mount: string, pathname: string): boolean {
  return mount === '/' || pathname === mount || pathname.startsWith(`${mount}/`);
}
