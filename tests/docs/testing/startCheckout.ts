import { expect } from '@jest/globals';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@site/backend/testing/freePort';
import sharp from 'sharp';
import { copyCheckout } from './copyCheckout';
import { readCommands } from './readBlocks';
import { RUN_ELSEWHERE } from './RUN_ELSEWHERE';
import { runCommand, startCommand, type RunningCommand } from './runCommand';

/** What following a document needs that the document does not say. */
export interface Scenario {
  /** What stands for a `<placeholder>`, found when it is needed. */
  values?: Record<string, () => Promise<string> | string>;
  /** What a person would have done before a command. */
  before?: Record<string, () => Promise<unknown>>;
  /** What shows that a command has done what the document says. */
  after?: Record<string, (printed: string) => Promise<unknown>>;
  /** What the machine of a test cannot have, such as a fixed port, and what it has instead. */
  instead?: Record<string, string>;
  /** The heading of a section that another test follows. */
  elsewhere?: string;
  /** Commands that go on until they are stopped. */
  goingOn?: Record<string, (command: RunningCommand) => Promise<unknown>>;
  env?: Record<string, string>;
}

/** A copy of the checkout whose site runs by `npm start`, and a person at its command line. */
export interface RunningCheckout {
  siteUrl: string;
  backendUrl: string;
  /** The path of one of its files. */
  path: (file: string) => string;
  /** What the site answers. */
  page: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Runs every command of a document, in order, as it is written. */
  follow: (document: string, scenario?: Scenario) => Promise<void>;
  /** Changes a file's text. */
  edit: (file: string, what: RegExp, by: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Copies the checkout and starts its site on a free port. */
export async function startCheckout(): Promise<RunningCheckout> {
  const { directory, remove } = await copyCheckout();
  const path = (file: string) => join(directory, file);
  await shrinkPictures(path('backend/seed/pictures'));
  const siteUrl = `http://localhost:${await freePort()}`;
  const PORT = new URL(siteUrl).port;
  const site = startCommand('npm start -- --trusted-proxy 127.0.0.1', { directory, env: { PORT } });
  await site.says(/The site is at/);
  const address = await readFile(path('.local/pocketbase/address.json'), 'utf8');
  return {
    siteUrl,
    backendUrl: (JSON.parse(address) as { url: string }).url,
    path,
    page: (address, headers = {}) =>
      fetch(`${siteUrl}${address}`, { headers, redirect: 'manual', signal: AbortSignal.timeout(30_000) }),
    follow: (document, scenario = {}) => follow(directory, document, scenario),
    async edit(file, what, by) {
      const source = await readFile(path(file), 'utf8');
      expect(source).toMatch(what);
      await writeFile(
        path(file),
        source.replace(what, () => by),
      );
    },
    async stop() {
      await site.stop();
      await remove();
    },
  };
}

/** Gives the sample projects small pictures, whose copies are made at once; those of the large ones browsers see in `tests/browser`. */
async function shrinkPictures(folder: string): Promise<void> {
  const small = await sharp({ create: { width: 240, height: 160, channels: 3, background: '#c86' } })
    .jpeg()
    .toBuffer();
  for (const name of await readdir(folder)) await writeFile(join(folder, name), small);
}

async function follow(directory: string, document: string, scenario: Scenario): Promise<void> {
  const { values = {}, before = {}, after = {}, goingOn = {}, env = {}, instead = {} } = scenario;
  const path = join(directory, document);
  const skipped = scenario.elsewhere ? await readCommands(path, scenario.elsewhere) : [];
  const commands = (await readCommands(path)).filter((command) => !skipped.includes(command));
  expect(commands).not.toEqual([]);
  for (const key of [...Object.keys(before), ...Object.keys(after), ...Object.keys(goingOn)]) {
    expect(commands).toContain(key);
    expect(RUN_ELSEWHERE).not.toHaveProperty([key]);
  }
  for (const command of commands) {
    if (command in RUN_ELSEWHERE) continue;
    await before[command]?.();
    let typed = await fillIn(command, values);
    for (const [what, by] of Object.entries(instead)) typed = typed.replace(what, by);
    const during = goingOn[command];
    if (during) {
      const running = startCommand(typed, { directory, env });
      await during(running).finally(() => running.stop());
    } else {
      const printed = await runCommand(typed, { directory, env });
      await after[command]?.(printed);
    }
  }
}

async function fillIn(command: string, values: NonNullable<Scenario['values']>): Promise<string> {
  let typed = command;
  for (const [placeholder] of command.matchAll(/<[\w-]+>/g)) {
    const value = values[placeholder];
    if (!value) throw new Error(`What is ${placeholder} in "${command}"?`);
    typed = typed.replace(placeholder, await value());
  }
  return typed;
}
