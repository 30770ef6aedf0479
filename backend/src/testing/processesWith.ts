import { execFileSync } from 'node:child_process';

/** The processes, `<pid> <command line>`, whose command line contains a text. */
export function processesWith(text: string): string[] {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' });
  return all.split('\n').filter((line) => line.includes(text));
}
