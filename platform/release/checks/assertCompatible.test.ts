import { expect, test } from '@jest/globals';
import type { BuildDescription } from '../../build/BuildDescription';
import { tinyShell } from '../../testing/tinySite';
import { assertCompatible } from './assertCompatible';

const shell: BuildDescription = {
  ...tinyShell().description,
  shared: { react: '19.3.1', '@site/shared/router': '1.0.0' },
  router: ['Link', 'useParams'],
};
const remote = (
  name: string,
  mount: string,
  paths: string[],
  more: Partial<BuildDescription> = {},
): BuildDescription => ({
  ...shell,
  app: `${name}-remote`,
  remote: { name, mount, paths, forms: [] },
  router: ['Link'],
  ...more,
});
const studio = remote('studio', '/', ['/', '/projects', '/projects/:projectId']);
const micora = remote('micora', '/micora', ['/micora', '/micora/tos']);
const having = (name: string, ...forms: string[]) => ({
  ...remote(name, `/${name}`, [`/${name}`]),
  remote: { name, mount: `/${name}`, paths: [`/${name}`], forms },
});
const at = (mount: string, ...paths: string[]) => remote('micora', mount, paths);

test.each<[what: string, BuildDescription[]]>([
  ['a shell and its remotes', [shell, studio, micora]],
  ['a shell and its remotes in another order', [micora, studio, shell]],
  ['a shell alone', [shell]],
  ['a remote that needs fewer modules than the shell provides', [shell, { ...studio, shared: {} }]],
  [
    'a remote that does not use an export that the shell has dropped',
    [{ ...shell, router: ['Link'] }, studio],
  ],
  ['a remote whose mount is below another one’s', [shell, studio, at('/projects/x', '/projects/x/tos')]],
  ['two remotes with forms of their own', [shell, having('a', 'applications'), having('b', 'letters')]],
])('compatible builds are accepted: %s', (_what, set) => {
  expect(assertCompatible(set)).toEqual(set.find(({ app }) => app === 'shell'));
});

test.each<[problem: string, BuildDescription[]]>([
  ['There are two builds of studio-remote: deploy only one.', [shell, studio, { ...studio, version: 'a2' }]],
  ['No shell is live yet: deploy it together with the first remotes.', [studio, micora]],
  ['No shell is live yet: deploy it together with the first remotes.', []],
  ['studio-remote and micora-remote both mount at /: change the mount of one.', [shell, studio, at('/')]],
  [
    'studio-remote and micora-remote both have the name studio: rename one.',
    [shell, studio, { ...micora, remote: { name: 'studio', mount: '/micora', paths: [], forms: [] } }],
  ],
  [
    '/micorax does not belong to the mount /micora of micora-remote: browsers would load it from studio-remote.',
    [shell, studio, at('/micora', '/micorax')],
  ],
  [
    '/about does not belong to the mount /micora of micora-remote: it would belong to no remote.',
    [shell, at('/micora', '/about')],
  ],
  [
    '/micora/help does not belong to the mount / of studio-remote: browsers would load it from micora-remote.',
    [shell, remote('studio', '/', ['/micora/help']), micora],
  ],
  [
    'a-remote and b-remote both have the form applications: only one remote can own a form. Remove it from one remote.config.ts, or use another collection there.',
    [shell, having('a', 'applications'), having('b', 'letters', 'applications')],
  ],
  [
    'studio-remote needs lodash, which the shell does not provide: first deploy a shell that provides it.',
    [shell, { ...studio, shared: { lodash: '4.17.21' } }],
  ],
  [
    'studio-remote uses Link from @site/shared/router, which the shell does not export: export it again or, in the same release, deploy a build of studio-remote that does not use it.',
    [{ ...shell, router: ['useParams'] }, studio],
  ],
])('incompatible builds are refused with: %s', (problem, set) => {
  expect(() => assertCompatible(set)).toThrow(problem);
});

const REACT = 'react';
const CONTRACT = '@site/shared/contract';
const ROUTER = '@site/shared/router';

const sharing = (description: BuildDescription, name: string, version: string): BuildDescription => ({
  ...description,
  shared: { ...description.shared, [name]: version },
});

test.each([
  ['19.3.0', REACT, '^19.3.0', true],
  ['19.3.2', REACT, '^19.3.0', true],
  ['19.10.0', REACT, '^19.9.0', true],
  ['20.1.0', REACT, '^19.3.0 || ^20.0.0', true],
  ['19.2.9', REACT, '^19.3.0', false],
  ['19.9.0', REACT, '^19.10.0', false],
  ['20.0.0', REACT, '^19.3.0', false],
  ['18.3.1', REACT, '^19.3.0', false],
  ['19.4.0-rc.1', REACT, '^19.3.0', false],
  ['19.4.0', REACT, '~19.3.0', false],
  ['1.1.0', CONTRACT, '^1.0.0', true],
  ['1.1.0', CONTRACT, '^1.2.0', false],
  ['2.0.0', CONTRACT, '^1.0.0', false],
  ['2.0.0', ROUTER, '^1.0.0', false],
  ['19.4.0-rc.10', REACT, '^19.4.0-rc.9', true],
  ['19.4.0', REACT, '^19.4.0-rc.2', true],
  ['19.4.0-rc.1', REACT, '^19.4.0', false],
  ['19.3.1+build.7', REACT, '^19.3.1', true],
  ['19.3.1', REACT, '19.3.1', true],
  ['19.3.2', REACT, '19.3.1', false],
  ['19.3.1', REACT, '19.3.2', false],
])(
  'whether a shell with version %s of %s supports a remote that needs %s: %s',
  (provided, name, required, isSupported) => {
    const asserting = expect(() =>
      assertCompatible([sharing(shell, name, provided), sharing(studio, name, required)]),
    );
    if (isSupported) {
      asserting.not.toThrow();
      return;
    }
    const file = name === REACT ? 'package.json' : 'remote.config.ts';
    asserting.toThrow(
      `studio-remote needs ${name} ${required}, but the shell provides ${provided}. In the same release, deploy a shell with ${required}, or a build of studio-remote whose ${file} declares a range that includes ${provided}.`,
    );
  },
);
