import { execFileSync } from 'node:child_process';

/** A process, its descendants, and theirs: `<pid> <command line>` each. */
export function processTree(root: number): string[] {
  const all = processes();
  const tree = new Set([root]);
  // A child may stand above its parent: again, until nobody new is found.
  for (let size = 0; size < tree.size;) {
    size = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  return all.filter(({ pid }) => tree.has(pid)).map(({ pid, args }) => `${pid} ${args}`);
}

/** Those that are still there. */
export function stillRunning(tree: string[]): string[] {
  const now = new Set(processes().map(({ pid, args }) => `${pid} ${args}`));
  return tree.filter((one) => now.has(one));
}

function processes(): { pid: number; parent: number; args: string }[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return [...table.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, pid, parent, args = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    args,
  }));
}
