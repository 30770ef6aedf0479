import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { endWithParent } from '@site/shared/node/endWithParent';
import { freePort } from '@site/backend/testing/freePort';
import { until } from '@site/backend/testing/until';
import type { BrowserWindow } from './BrowserWindow';

/** Where Debian installs MiniBrowser, a browser that uses WebKit, Safari's engine. */
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const DRIVER = '/usr/bin/WebKitWebDriver';
/** A virtual X display, which the browser needs on a machine without a screen. */
const SCREEN = '/usr/bin/Xvfb';

export const HAS_WEBKIT = [BROWSER, DRIVER, SCREEN].every((path) => existsSync(path));

/** The time limit for each step, such as starting the driver or running a command, in milliseconds. */
const LIMIT = 30_000;

/**
 * Opens a window in the system's WebKit browser. Uses WebDriver, because Playwright can drive only its own build of WebKit.
 *
 * @throws Error with the driver's message if the browser does not start
 */
export async function openWebKit(): Promise<BrowserWindow> {
  const running: ChildProcess[] = [];
  const start = <Child extends ChildProcess>(child: Child): Child => {
    running.unshift(child);
    return child;
  };
  const stop = async (): Promise<void> => {
    for (const child of running) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null)
        await once(child, 'exit', { signal: AbortSignal.timeout(LIMIT) });
    }
  };

  try {
    const args = ['-displayfd', '1', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
    const screen = start(spawn(...endWithParent(SCREEN, args), { stdio: ['ignore', 'pipe', 'ignore'] }));
    const [display] = (await once(screen.stdout, 'data', { signal: AbortSignal.timeout(LIMIT) })) as [Buffer];
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${String(display).trim()}` };
    const driver = endWithParent(DRIVER, [`--port=${port}`, '--host=127.0.0.1']);
    start(spawn(...driver, { env, stdio: 'ignore' }));
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT),
      });
      const { value } = (await response.json()) as { value: unknown };
      if (!response.ok) throw new Error(`WebKit: ${method} ${path}: ${JSON.stringify(value)}`);
      return value;
    };
    await until('WebKit’s driver answers', () => call('GET', '/status').catch(() => undefined), LIMIT);

    const options = { binary: BROWSER, args: ['--automation'] };
    const { sessionId } = (await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    return {
      async open(url) {
        await call('POST', `${session}/url`, { url });
      },
      async run<Args extends unknown[], T>(inPage: (...args: Args) => T, ...args: Args) {
        const script = `return (${inPage.toString()})(...arguments)`;
        return (await call('POST', `${session}/execute/sync`, { script, args })) as T;
      },
      async type(text) {
        const active = (await call('GET', `${session}/element/active`)) as Record<string, string>;
        const [element] = Object.values(active);
        await call('POST', `${session}/element/${element}/value`, { text });
      },
      async tap(x, y) {
        const actions = [
          { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
        await call('POST', `${session}/actions`, { actions: [pointer] });
      },
      async resize(width, height) {
        await call('POST', `${session}/window/rect`, { x: 0, y: 0, width, height });
      },
      takeMessages: () => [],
      async close() {
        await call('DELETE', session).finally(stop);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
