import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface Proxy {
  /** A directory for the server. The server's output is written to `output.log` in this directory. */
  home: string;
  command: [program: string, ...options: string[]];
  env?: NodeJS.ProcessEnv;
  port: number;
}

/**
 * Starts a web server as a child process, and waits until it accepts connections.
 *
 * @returns a function that stops it
 * @throws Error with the server's output if the server exits before it accepts connections
 */
export async function runProxy({ home, command, env, port }: Proxy): Promise<() => Promise<void>> {
  const output = join(home, 'output.log');
  const file = await open(output, 'a');
  const [program, ...options] = command;
  const child = spawn(program, options, {
    env: { ...process.env, ...env },
    stdio: ['ignore', file.fd, file.fd],
  });
  const ended = once(child, 'close');
  await file.close();
  while (!(await accepts(port))) {
    if (child.exitCode !== null)
      throw new Error(`${program} did not start. ${await readFile(output, 'utf8')}`);
    await wait(50);
  }
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false));
  });
}
