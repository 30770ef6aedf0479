import { afterAll, beforeAll, expect } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import { copyCheckout } from './copyCheckout';
import { readCommands } from './readBlocks';
import { RUN_ELSEWHERE } from './RUN_ELSEWHERE';
import { runCommand, startCommand, type RunningCommand } from './runCommand';
import { shrinkPictures } from './shrinkPictures';

interface Scenario {
  /**
   * For each `<placeholder>`, a function that returns the placeholder's value. The function is called just before each
   * command that contains the placeholder.
   */
  values?: Record<string, () => Promise<string> | string>;
  /** For some commands, a function that does what a reader would do before running the command. */
  before?: Record<string, () => Promise<unknown>>;
  /** For some commands, a function that checks the command's effect. The function receives the command's output. */
  after?: Record<string, (printed: string) => unknown>;
  /** Maps text that a test cannot use as documented, such as a fixed port, to its replacement. */
  instead?: Record<string, string>;
  /** The heading of a section to skip, because another test runs its commands. */
  elsewhere?: string;
  /**
   * For each command that does not exit on its own, a function to call while the command is running. The command is
   * stopped once the function has finished.
   */
  whileRunning?: Record<string, (command: RunningCommand) => Promise<unknown>>;
  env?: Record<string, string>;
  /** Returns the folder in which to run a command. If it returns undefined, the command runs in the checkout. */
  directoryOf?: (command: string) => string | undefined;
}

let site: RunningCommand | undefined;

/** The copy of the checkout, shared by all tests in a file. `npm start` runs the copy's site. */
export const here = {
  siteUrl: '',
  backendUrl: '',
  directory: '',
  path: (file: string) => join(here.directory, file),
  page: (path: string, headers: Record<string, string> = {}) =>
    fetch(`${here.siteUrl}${path}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) }),
  text: async (path: string, headers = {}) => (await here.page(path, headers)).text(),
  follow,
  async stop() {
    await site?.stop();
    site = undefined;
  },
  async restart(env: Record<string, string> = {}) {
    await here.stop();
    const PORT = new URL(here.siteUrl).port;
    site = startCommand('npm start -- --trusted-proxy 127.0.0.1', {
      directory: here.directory,
      env: { PORT, ...env },
    });
    await site.waitForOutput(/The site is at/);
    const address = await readFile(here.path('.local/pocketbase/address.json'), 'utf8');
    here.backendUrl = (JSON.parse(address) as { url: string }).url;
  },
  async edit(file: string, pattern: RegExp, replacement: string) {
    const source = await readFile(here.path(file), 'utf8');
    expect(source).toMatch(pattern);
    const edited = source.replace(pattern, () => replacement);
    await writeFile(here.path(file), edited);
  },
};

/**
 * Before all tests in a file, copies the checkout and starts its site on a free port. Afterwards, stops the site and deletes
 * the copy.
 */
export function useCheckout(): void {
  let remove: (() => Promise<unknown>) | undefined;
  beforeAll(async () => {
    const copy = await copyCheckout();
    remove = copy.remove;
    here.directory = copy.directory;
    await shrinkPictures(here.directory);
    here.siteUrl = `http://localhost:${await freePort()}`;
    await here.restart();
  });
  afterAll(async () => {
    await here.stop();
    await remove?.();
  });
}

/** Runs a document's commands in order. Skips the commands in `RUN_ELSEWHERE` and in the section `scenario.elsewhere`. */
async function follow(document: string, scenario: Scenario = {}): Promise<void> {
  const { before = {}, after = {}, whileRunning = {}, env = {} } = scenario;
  const path = here.path(document);
  const skipped = scenario.elsewhere ? await readCommands(path, scenario.elsewhere) : [];
  const commands = (await readCommands(path)).filter((command) => !skipped.includes(command));
  expect(commands).not.toEqual([]);
  for (const key of [before, after, whileRunning].flatMap((group) => Object.keys(group))) {
    expect(commands).toContain(key);
    expect(RUN_ELSEWHERE).not.toHaveProperty([key]);
  }
  for (const command of commands) {
    if (command in RUN_ELSEWHERE) continue;
    const options = { directory: scenario.directoryOf?.(command) ?? here.directory, env };
    await before[command]?.();
    const typed = await fillIn(command, scenario);
    const during = whileRunning[command];
    if (during) {
      const running = startCommand(typed, options);
      await during(running).finally(() => running.stop());
    } else {
      const printed = await runCommand(typed, options);
      await after[command]?.(printed);
    }
  }
}

/**
 * Replaces a documented command's placeholders with `values`, and the texts that a test cannot use with those in `instead`.
 *
 * @throws Error if the scenario has no value for a placeholder
 */
async function fillIn(command: string, { values = {}, instead = {} }: Scenario): Promise<string> {
  let typed = command;
  for (const [placeholder] of command.matchAll(/<[\w-]+>/g)) {
    const value = values[placeholder];
    if (!value) throw new Error(`The scenario has no value for ${placeholder} in "${command}".`);
    typed = typed.replace(placeholder, await value());
  }
  for (const [original, replacement] of Object.entries(instead)) typed = typed.replace(original, replacement);
  return typed;
}
