import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@site/backend/testing/until';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { BrokenChildError, CallError, openChild, type OpenChild } from './openChild';

jest.setTimeout(60_000);

const opened: OpenChild[] = [];

afterEach(() => {
  for (const child of opened.splice(0)) child.close();
});

/**
 * Prepares a process that answers each call with the result of this function body. The body can read the variable
 * `call`.
 */
async function open(body: string, first = '') {
  const path = await writeChild(body, first);
  const child = openChild({ path, work: 'Greeting' });
  opened.push(child);
  return {
    ask: (call: unknown, limits = {}) => child.ask(call, { time: 30_000, ...limits }),
    close: child.close,
    path,
  };
}

async function writeChild(body: string, first: string): Promise<string> {
  const folder = await temporaryDirectory();
  const answerCalls = JSON.stringify(join(__dirname, 'answerCalls.ts'));
  await writeFile(join(folder, 'words.ts'), `export const GREETING: string = 'Hello';`);
  const path = join(folder, 'child.ts');
  await writeFile(path, moduleOf(body, first, answerCalls));
  return path;
}

const moduleOf = (body: string, first: string, answerCalls: string) =>
  `import { writeSync } from 'node:fs';
   import { answerCalls } from ${answerCalls};
   import { GREETING } from './words';
   ${first};
   answerCalls(async (call: any) => { ${body} });`;

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const hasEnded = (pid: unknown) => until('the process has ended', () => !isThere(Number(pid)));

describe('a process', () => {
  test('runs a module and its imports, in an environment without secrets', async () => {
    process.env.SOME_SECRET_KEY = 'secret';
    const child = await open(`return { GREETING, pid: process.pid, env: process.env };`);
    const answer = (await child.ask('')) as { pid: number; env: object };
    delete process.env.SOME_SECRET_KEY;
    expect(answer).toMatchObject({ GREETING: 'Hello', env: { PATH: process.env.PATH } });
    expect(Object.keys(answer.env)).toEqual(['PATH']);
    expect(answer.pid).not.toBe(process.pid);
  });

  test('answers calls in order, even if JSON cannot express their arguments', async () => {
    const child = await open(`
      if (call === 'first') await new Promise((done) => setTimeout(done, 50));
      globalThis.order = [...(globalThis.order ?? []), call];
      return order.map((one) => one instanceof Map ? [...one].flat().map(String) : one);`);
    const answers = await Promise.all([child.ask('first'), child.ask(new Map([[Buffer.from('a'), 1]]))]);
    expect(answers).toEqual([['first'], ['first', ['a', '1']]]);
  });

  test('reports the name of a failed call’s error, and answers later calls', async () => {
    const child = await open(`
      if (call === 'bad') throw Object.assign(new Error('out of luck'), { name: 'LuckError' });
      return call === 'big' ? 1n : call;`);
    const failing = child.ask('bad');
    await expect(failing).rejects.toThrow(CallError);
    await expect(failing).rejects.toMatchObject({ name: 'LuckError', message: 'out of luck' });
    await expect(child.ask('big')).rejects.toThrow('BigInt');
    for (const call of ['one', 'two', null]) expect(await child.ask(call)).toBe(call);
  });
});

describe('invalid answers', () => {
  const OTHER = 'Greeting sent something other than its answer.';

  test.each([
    ['bytes', `Buffer.from([255, 0, 216, 10])`, OTHER],
    ['a message of Node’s own channel', `'{"cmd":"NODE_HANDLE"}\\n'`, OTHER],
    ['null', `'null\\n'`, OTHER],
    ['a failure that is not text', `'{"id":1,"failure":{"toString":1},"name":""}\\n'`, OTHER],
    ['the answer to another call', `'{"id":2,"result":"a page"}\\n'`, OTHER],
    ['an answer without an id', `'{"result":"a page"}\\n'`, OTHER],
    ['brackets without end', `'['.repeat(30e6)`, 'Greeting answered with more than 20 MB.'],
  ])('a call fails if the process sends %s', async (_what, sent, message) => {
    const child = await open(
      `for (let bytes = Buffer.from(${sent}), at = 0; at < bytes.length; ) {
         try { at += writeSync(3, bytes, at); } catch { await new Promise((done) => setTimeout(done, 1)); }
       }
       return new Promise(() => undefined);`,
    );
    for (const call of ['one', 'two']) await expect(child.ask(call)).rejects.toThrow(message);
  });

  test('a call fails if the process closes the channel', async () => {
    const child = await open(`require('node:fs').closeSync(3); return 1;`);
    await expect(child.ask('')).rejects.toThrow('Greeting ended with');
  });
});

test('a module’s variables are not global in its process', async () => {
  const child = await open(
    `return new Function('return typeof window')();`,
    'let window = 1; globalThis.kept = () => window',
  );
  expect(await child.ask('')).toBe('undefined');
});

describe('the end of a process', () => {
  test('a process that takes too long is stopped, and all later calls fail', async () => {
    const child = await open(`if (call === 'pid') return process.pid; return new Promise(() => undefined);`);
    const pid = await child.ask('pid');
    for (let time = 0; time < 2; time += 1)
      await expect(child.ask('', { time: 500 })).rejects.toThrow(
        'Greeting took longer than 0.5 seconds and was stopped.',
      );
    await hasEnded(pid);
  });

  test('if a process exits by itself, calls fail with BrokenChildError and the error output', async () => {
    const child = await open(`
      console.error('x'.repeat(10_000));
      console.error('out of luck');
      process.exit(3);`);
    for (const call of ['one', 'two']) {
      const failing = child.ask(call);
      await expect(failing).rejects.toBeInstanceOf(BrokenChildError);
      await expect(failing).rejects.toThrow(/^Greeting ended with 3\. x{1900,2000}\nout of luck\n$/);
    }
  });

  test('if a process is killed by a signal, the error is not a BrokenChildError', async () => {
    const child = await open(`process.kill(process.pid, 'SIGKILL');`);
    const failing = child.ask('');
    await expect(failing).rejects.toThrow('Greeting ended with SIGKILL.');
    await expect(failing).rejects.not.toBeInstanceOf(BrokenChildError);
  });

  test('closing a process also ends its child processes, and all later calls fail', async () => {
    const child = await open(`
      const { spawn } = await import('node:child_process');
      return [process.pid, spawn('sleep', ['60'], { stdio: 'ignore' }).pid];`);
    const pids = (await child.ask('')) as number[];
    expect(pids.map(isThere)).toEqual([true, true]);
    child.close();
    for (const pid of pids) await hasEnded(pid);
    await expect(child.ask('')).rejects.toThrow('Greeting has been closed.');
  });
});

test('calls fail if the module cannot be compiled; after it is fixed, a new process runs it', async () => {
  const child = await open('return ];');
  const failing = child.ask('');
  await expect(failing).rejects.toBeInstanceOf(BrokenChildError);
  await expect(failing).rejects.toThrow('child.ts');
  child.close();
  await writeFile(child.path, (await readFile(child.path, 'utf8')).replace('return ]', 'return call'));
  const again = openChild({ path: child.path, work: 'Greeting' });
  opened.push(again);
  expect(await again.ask('fixed', { time: 30_000 })).toBe('fixed');
});

test('a process that is closed before its first call is never started', async () => {
  const child = await open('return call;');
  child.close();
  await expect(child.ask('')).rejects.toThrow('Greeting has been closed.');
});
