import { execFileSync } from 'node:child_process';

/** Lists the processes whose command line contains the given text, as `<pid> <command line>`. */
export function processesWith(text: string): string[] {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes(text));
}
