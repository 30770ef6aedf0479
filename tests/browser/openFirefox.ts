import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithParent } from '@site/shared/node/endWithParent';
import { WebSocket } from 'ws';
import type { BrowserWindow } from './BrowserWindow';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

export const HAS_FIREFOX = FIREFOX !== undefined;

/** The time limit for each step, such as starting Firefox or running a command, in milliseconds. */
const LIMIT = 30_000;

interface Message {
  id?: number;
  error?: string;
  message?: string;
  result?: unknown;
  method?: string;
  params?: { level: string; text: string; source?: { context?: string } };
}

/**
 * Opens a window in the system's Firefox. Uses WebDriver BiDi, because Playwright can drive only its own build of Firefox.
 *
 * @throws Error if Firefox is not installed or does not start
 */
export async function openFirefox(): Promise<BrowserWindow> {
  if (!FIREFOX) throw new Error('Firefox is not installed.');
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const firefox = spawn(...endWithParent(FIREFOX, args), { stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async (): Promise<void> => {
    firefox.kill('SIGKILL');
    if (firefox.exitCode === null && firefox.signalCode === null)
      await once(firefox, 'exit', { signal: AbortSignal.timeout(LIMIT) });
    // Retry the deletion, because other Firefox processes write to the profile until they exit.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  };

  try {
    const socket = new WebSocket(`${await readAddress(firefox.stderr)}/session`);
    await once(socket, 'open', { signal: AbortSignal.timeout(LIMIT) });
    const messages: string[] = [];
    const waiting = new Map<number, (answer: Message) => void>();
    socket.on('message', (data: Buffer) => {
      const answer = JSON.parse(String(data)) as Message;
      const { id, method, params } = answer;
      if (id !== undefined) waiting.get(id)?.(answer);
      else if (method === 'log.entryAdded' && (params?.level === 'error' || params?.level === 'warn'))
        messages.push(`console ${params.level}: ${params.text}`);
    });
    let lastId = 0;
    const call = async (method: string, params: object): Promise<unknown> => {
      lastId += 1;
      const id = lastId;
      const answer = await new Promise<Message>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Firefox: ${method} takes too long.`)), LIMIT);
        waiting.set(id, (received) => {
          clearTimeout(timer);
          resolve(received);
        });
        socket.send(JSON.stringify({ id, method, params }));
      });
      waiting.delete(id);
      if (answer.error !== undefined) throw new Error(`Firefox: ${method}: ${answer.message}`);
      return answer.result;
    };

    await call('session.new', { capabilities: {} });
    await call('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const context = contexts[0]?.context;
    const act = (actions: object) => call('input.performActions', { context, actions: [actions] });
    return {
      async open(url) {
        await call('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      async run<Args extends unknown[], T>(inPage: (...args: Args) => T, ...args: Args) {
        const answer = (await call('script.callFunction', {
          functionDeclaration: `async (args) => JSON.stringify({ value: await (${inPage.toString()})(...JSON.parse(args)) })`,
          arguments: [{ type: 'string', value: JSON.stringify(args) }],
          awaitPromise: true,
          target: { context },
        })) as { result: { value: string }; exceptionDetails?: { text: string } };
        if (answer.exceptionDetails) throw new Error(`In Firefox: ${answer.exceptionDetails.text}`);
        return (JSON.parse(answer.result.value) as { value: T }).value;
      },
      async type(text) {
        const actions = Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
        await act({ type: 'key', id: 'keyboard', actions });
      },
      async tap(x, y) {
        const actions = [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await act({ type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions });
      },
      async resize(width, height) {
        await call('browsingContext.setViewport', { context, viewport: { width, height } });
      },
      takeMessages: () => messages.splice(0),
      async close() {
        await call('browser.close', {}).catch(() => undefined);
        socket.terminate();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output });
  const timeout = AbortSignal.timeout(LIMIT);
  timeout.onabort = () => lines.close();
  const printed: string[] = [];
  for await (const line of lines) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address) {
      timeout.onabort = null;
      // Discard further output, so that Firefox never blocks on a full pipe.
      output.resume();
      return address;
    }
    printed.push(line);
  }
  throw new Error(`Firefox did not start within ${LIMIT / 1000} s: ${printed.slice(-3).join(' ')}`);
}
