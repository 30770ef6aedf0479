import { afterEach, expect, test } from '@jest/globals';
import { tinyRemote, tinyShell, tinyStudio } from '../testing/tinySite';
import { keepRenderers } from './keepRenderers';

const kept = keepRenderers('http://127.0.0.1:9');
afterEach(() => kept.close());

const builds = [tinyShell(), tinyRemote({ pages: { '/': 'return String(process.pid)' } })];
let loaded: string[] = [];

function openFor(release: string, set = builds) {
  const load = (name: string) => {
    loaded.push(`${name} for ${release}`);
    const build = set.find(({ description: { app } }) => app === name);
    return build ? Promise.resolve(build) : Promise.reject(new Error(`${name} has no build.`));
  };
  const renderers = kept.open(
    set.map(({ description }) => description),
    load,
  );
  const show = async () => {
    const { html } = await renderers.of('studio-remote').renderPage({ route: '/', path: '/' });
    return /<main>(.*)<\/main>/.exec(html)?.[1] ?? '';
  };
  return { ...renderers, show };
}

test('a kept process is used again, and its successor gets its builds for the current release', async () => {
  loaded = [];
  const first = openFor('the first');
  const pid = await first.show();
  expect(pid).toMatch(/^\d+$/);
  first.close();
  const second = openFor('the second');
  expect(await second.show()).toBe(pid);
  expect(loaded).toEqual(['shell for the first', 'studio-remote for the first']);
  process.kill(Number(pid), 'SIGKILL');
  expect(await second.show()).not.toBe(pid);
  expect(loaded.slice(2)).toEqual(['shell for the second', 'studio-remote for the second']);
});

test('another build of an app gets another process', async () => {
  const first = openFor('the first');
  await first.show();
  first.close();
  expect(await openFor('the second', [tinyShell(), tinyStudio('Two')]).show()).toBe('Two');
  await expect(first.show()).rejects.toThrow('Rendering has been closed.');
});
