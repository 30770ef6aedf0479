import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryDirectory } from './testing/temporaryDirectory';

const repository = resolve(import.meta.dirname, '..');

/** Creates a checkout that contains only what npm and Node need to start one of the project's commands. */
async function checkoutIn(name: string): Promise<string> {
  const checkout = join(await temporaryDirectory(), name);
  for (const file of ['package.json', 'shell/package.json', 'platform/preload.mjs'])
    await cp(join(repository, file), join(checkout, file), { recursive: true });
  await symlink(join(repository, 'node_modules'), join(checkout, 'node_modules'));
  return checkout;
}

async function write(checkout: string, file: string, content: string): Promise<void> {
  await mkdir(dirname(join(checkout, file)), { recursive: true });
  await writeFile(join(checkout, file), content);
}

/** @param isRead whether to read the command's output; if false, the pipe for the output is closed at once */
async function run(cwd: string, [program = '', ...words]: string[], isRead = true) {
  const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  if (!isRead) child.stdout.destroy();
  const [output, errors, [status]] = await Promise.all([
    isRead ? text(child.stdout) : '',
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { status, output, errors };
}

const preloaded = (file: string) => [process.execPath, '--import', './platform/preload.mjs', file];

const refusal = (checkout: string, character: string) =>
  `The site cannot be built in ${checkout}, because its path contains "${character}". Rename the folder or move the checkout.\n`;

test.each(['#', '!', '|', '?', '*', ':', "'"])(
  'refuses a path that contains %s, with advice and without a stack trace',
  async (character) => {
    const checkout = await checkoutIn(`a${character}b`);
    await write(checkout, 'main.ts', `console.log('It has started.');`);
    expect(await run(checkout, preloaded('main.ts'))).toEqual({
      status: 1,
      output: '',
      errors: refusal(checkout, character),
    });
  },
);

test.each([
  ['npm start'],
  ['npm run dev'],
  ['npm run build'],
  ['npm run deploy -- studio-remote'],
  ['npm run build -w shell'],
])('%s refuses to run in a path with #', async (command) => {
  const checkout = await checkoutIn('a#b');
  const { status, errors } = await run(checkout, [...command.split(' '), '--silent']);
  expect([status, errors]).toEqual([1, refusal(checkout, '#')]);
});

test('refuses a DATA_DIR that begins with "~", because a folder of that name would be made', async () => {
  const checkout = await checkoutIn('checkout');
  await write(checkout, 'main.ts', `console.log('It has started.');`);
  const { status, output, errors } = await run(checkout, ['env', 'DATA_DIR=~/x', ...preloaded('main.ts')]);
  expect([status, output]).toEqual([1, '']);
  expect(errors).toBe(
    'DATA_DIR is ~/x, whose "~" your shell has not replaced. Write the whole path, or DATA_DIR=~/… without quotes.\n',
  );
});

test.each(['a b', 'ü', '[', '&', '%', '%41'])('a checkout may have %s in its path', async (name) => {
  const checkout = await checkoutIn(name);
  await write(checkout, 'main.ts', 'const path: string = import.meta.dirname; console.log(path);');
  expect(await run(checkout, preloaded('main.ts'))).toEqual({
    status: 0,
    output: `${checkout}\n`,
    errors: '',
  });
});

test.each([
  ['succeeds', 'process.exitCode = 0', 0],
  ['fails', 'process.exitCode = 3', 3],
])('a command whose output is no longer read still %s, without a stack trace', async (_how, last, status) => {
  const checkout = await checkoutIn('checkout');
  const lines = Array<string>(3).fill(
    `console.log('A line'); await new Promise((done) => setTimeout(done, 20));`,
  );
  await write(checkout, 'main.ts', `${lines.join('\n')}\n${last}; console.error('It has ended.');`);
  const ended = await run(checkout, preloaded('main.ts'), false);
  expect(ended).toEqual({ status, output: '', errors: 'It has ended.\n' });
});

const FULL_DEVICE = '/dev/full';

(existsSync(FULL_DEVICE) ? test : test.skip)(
  'a command completes its work even if its log is on a full disk',
  async () => {
    const checkout = await checkoutIn('checkout');
    const lines = ['log', 'error', 'log', 'error'].map(
      (method) => `console.${method}('A line'); await new Promise((done) => setTimeout(done, 20));`,
    );
    await write(
      checkout,
      'main.ts',
      `import { writeFileSync } from 'node:fs'; ${lines.join('\n')} writeFileSync('done', 'yes');`,
    );
    const full = openSync(FULL_DEVICE, 'w');
    const [program = '', ...words] = preloaded('main.ts');
    const child = spawn(program, words, { cwd: checkout, stdio: ['ignore', full, full] });
    expect(await once(child, 'close')).toEqual([0, null]);
    closeSync(full);
    expect(existsSync(join(checkout, 'done'))).toBe(true);
  },
);
