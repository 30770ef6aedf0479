import { expect, test } from '@jest/globals';
import { describeFailure } from './describeFailure';
import type { Failure } from './loadField';

const SCRIPT = 'studio-remote/0123456789abcdef/HomePage.js';
const at = (url: string, message = '') =>
  `TypeError: ${message}\n    at Hero (${url}:1:234)\n    at x (${url}:1:1)`;

function failure(stack: string, { message = '', name = 'TypeError' } = {}): Error {
  return Object.assign(new Error(message), { name, stack });
}

const own = `${location.origin}/assets/${SCRIPT}`;
const place = ['TypeError', SCRIPT, 1, 234];

test.each<[string, Failure, object]>([
  ['its place in a script of a build', [failure(at(own))], { error: place }],
  ['the same in Firefox and Safari', [failure(`Hero@${own}:1:234\nx@${own}:1:1`)], { error: place }],
  [
    'no address that its message contains',
    [failure(at(own, 'see https://a.example/b.js:9:9'), { message: 'see https://a.example/b.js:9:9' })],
    { error: place },
  ],
  ['nothing if an extension has thrown it', [failure(at('chrome-extension://abc/content.js'))], {}],
  ['nothing if another site’s script has thrown it', [failure(at(`https://a.example/assets/${SCRIPT}`))], {}],
  ['nothing if it is no error', ['typed words'], {}],
  ['nothing if there is none', [undefined], {}],
  ['that rendering failed, and its place', [failure(at(own)), 'render'], { phase: 'render', error: place }],
  [
    'that hydration failed, and its place',
    [failure(at(own)), 'hydration'],
    { phase: 'hydration', error: place },
  ],
  [
    'that React had to render a page again',
    [failure(at(own), { message: 'Minified React error #418; visit https://react.dev/errors/418' })],
    { phase: 'hydration' },
  ],
  ['that a script did not load', [failure(at(own), { name: 'ChunkLoadError' })], { phase: 'chunk' }],
  [
    'that an entry did not load',
    [new Error('/assets/a/b/remoteEntry.js could not be loaded.'), 'chunk'],
    { phase: 'entry' },
  ],
  [
    'that a page took too long',
    [new Error('The time limit of 5000 ms was exceeded.'), 'chunk'],
    { phase: 'chunk' },
  ],
  ['nothing if a newer release is live', [new Error('/about is not in this tab’s release.'), 'chunk'], {}],
])('of an uncaught error, a page reports %s', (_what, failed, described) => {
  expect(describeFailure(failed)).toEqual(described);
});
