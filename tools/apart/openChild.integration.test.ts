import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@site/backend/testing/until';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { CallError } from './answerCalls';
import { BrokenChildError, openChild, type OpenChild } from './openChild';

jest.setTimeout(60_000);

type Options = Partial<Parameters<typeof openChild>[0]>;

const opened: OpenChild[] = [];

afterEach(() => {
  for (const child of opened.splice(0)) child.close();
});

/** A process that answers a call with what this function body returns of `call` and `ask`. */
async function open(body: string, options: Options = {}): Promise<OpenChild> {
  const folder = await temporaryDirectory();
  const answerCalls = JSON.stringify(join(__dirname, 'answerCalls.ts'));
  await writeFile(join(folder, 'words.ts'), `export const GREETING: string = 'Hello';`);
  await writeFile(
    join(folder, 'child.ts'),
    `import { answerCalls, type Ask } from ${answerCalls};
     import { GREETING } from './words';
     answerCalls(async (call: any, ask: Ask) => { ${body} });`,
  );
  const child = openChild({ path: join(folder, 'child.ts'), work: 'Greeting', limit: 30_000, ...options });
  opened.push(child);
  return child;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const hasEnded = (pid: unknown) => until('the process has ended', () => !isThere(Number(pid)));

describe('a module runs in a process of its own', () => {
  test('with all that it imports, and nothing in its environment but where programs are; it answers one call after the other, in what JSON has no words for', async () => {
    process.env.SOME_SECRET_KEY = 'secret';
    const child = await open(`
      if (call === 'first') await new Promise((done) => setTimeout(done, 50));
      globalThis.order = [...(globalThis.order ?? []), call];
      return new Map([['said', GREETING], ['order', order], ['pid', process.pid], ['bytes', Buffer.from('abc')], ['env', process.env]]);`);
    const answers = await Promise.all([child.ask('first'), child.ask(new Set('a'))]);
    const [one, other] = answers as Map<string, unknown>[];
    expect(one?.get('order')).toEqual(['first']);
    expect(other?.get('order')).toEqual(['first', new Set('a')]);
    expect([other?.get('said'), other?.get('bytes')]).toEqual(['Hello', Buffer.from('abc')]);
    expect(other?.get('env')).toEqual({ PATH: process.env.PATH });
    delete process.env.SOME_SECRET_KEY;
    expect(one?.get('pid')).toBe(other?.get('pid'));
    expect(one?.get('pid')).not.toBe(process.pid);
  });

  test('which says what failed, by name, and goes on, whatever it sends in between', async () => {
    const child = await open(`
      if (call === 'bad') throw Object.assign(new Error('out of luck'), { name: 'LuckError' });
      for (const said of [null, 7, 'text', [], {}, { question: 1 }, { question: null, id: {} }, { answer: 1 }])
        process.send(said);
      return call;`);
    const failing = child.ask('bad');
    await expect(failing).rejects.toThrow(CallError);
    await expect(failing).rejects.toMatchObject({ name: 'LuckError', message: 'out of luck' });
    for (const call of ['one', 'two']) expect(await child.ask(call)).toBe(call);
  });
});

describe('what it asks meanwhile', () => {
  test('is answered by this process, side by side, or fails there, by name, if it fails here', async () => {
    const child = await open(
      `return Promise.all(call.map((name) => ask(name).catch(({ name, message }) => name + ': ' + message)));`,
      {
        answer: async (name) => {
          if (name === 'bad') throw Object.assign(new Error('no such thing'), { name: 'NothingError' });
          return Promise.resolve(`${String(name)} of ${process.pid}`);
        },
      },
    );
    expect(await child.ask(['one', 'bad', 'two'])).toEqual([
      ...[`one of ${process.pid}`, 'NothingError: no such thing', `two of ${process.pid}`],
    ]);
  });

  test('does not stop the clock: a call whose question stays open ends with the process', async () => {
    let pid: unknown;
    const child = await open(`return ask(process.pid);`, {
      limit: 3000,
      answer: (asked) => {
        pid = asked;
        return new Promise(() => undefined);
      },
    });
    // And so does every later one.
    for (const call of ['one', 'two'])
      await expect(child.ask(call)).rejects.toThrow('Greeting took longer than 3 seconds and was stopped.');
    expect(pid).toEqual(expect.any(Number));
    await hasEnded(pid);
  });
});

describe('a process that ends', () => {
  test('by itself cannot do its work, whatever it is asked, and what it complained about is told', async () => {
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

  test('by a signal may do better another time', async () => {
    const child = await open(`process.kill(process.pid, 'SIGKILL');`);
    const failing = child.ask('');
    await expect(failing).rejects.toThrow('Greeting ended with SIGKILL.');
    await expect(failing).rejects.not.toBeInstanceOf(BrokenChildError);
  });

  test('by being closed takes along what it has started, and is asked nothing more', async () => {
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

test('a module that cannot be compiled is told by the call, and closing it is no work', async () => {
  const child = await open('return ];');
  await expect(child.ask('')).rejects.toThrow('child.ts');
  child.close();
});
