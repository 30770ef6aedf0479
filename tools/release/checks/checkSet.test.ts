import { describe, expect, test } from '@jest/globals';
import type { Artifact } from '../../build/Artifact';
import { checkSet } from './checkSet';

const shell: Artifact = {
  app: 'shell',
  version: 's1',
  mode: 'production',
  entry: { scripts: ['main.js'], styles: [] },
  pages: {},
  files: {},
  serverHash: '',
  shared: { react: '19.3.1', '@site/shared/router': '1.0.0' },
};
const studio: Artifact = {
  ...shell,
  app: 'studio-remote',
  version: 'a1',
  remote: { name: 'studio', mount: '/', paths: ['/', '/projects', '/projects/:projectId'] },
};
const micora: Artifact = {
  ...shell,
  app: 'micora-remote',
  version: 'b1',
  remote: { name: 'micora', mount: '/micora', paths: ['/micora', '/micora/tos'] },
};

test('two builds of one app are no set', () => {
  expect(() => checkSet([shell, studio, { ...studio, version: 'a2' }])).toThrow(
    'There are two builds of studio-remote: name one.',
  );
});

/** The remote, built with another version of React. */
function builtWith(react: string): Artifact {
  return { ...studio, shared: { ...studio.shared, react } };
}

/** The shell, with another version of React. */
function shellWith(react: string): Artifact {
  return { ...shell, shared: { ...shell.shared, react } };
}

function mounted(mount: string, paths: string[] = []): Artifact {
  return { ...micora, remote: { name: 'micora', mount, paths } };
}

describe('a set of builds that works together is accepted:', () => {
  test('a shell and its remotes, in any order', () => {
    expect(() => checkSet([shell, studio, micora])).not.toThrow();
    expect(() => checkSet([micora, studio, shell])).not.toThrow();
  });

  test('a shell alone', () => {
    expect(() => checkSet([shell])).not.toThrow();
  });

  test.each(['19.3.1', '19.3.0', '19.2.9', '19.0.0'])(
    'a remote built with React %s, which 19.3.1 replaces',
    (react) => {
      expect(() => checkSet([shell, builtWith(react)])).not.toThrow();
    },
  );

  test.each([
    ['19.4.0-rc.2', '19.4.0-rc.2'],
    ['19.4.0-rc.10', '19.4.0-rc.9'],
    ['19.4.0', '19.4.0-rc.2'],
    ['19.3.1+build.7', '19.3.1'],
  ])('a shell with React %s for a remote built with %s', (provided, required) => {
    expect(() => checkSet([shellWith(provided), builtWith(required)])).not.toThrow();
  });

  test('a remote that needs less than the shell provides', () => {
    expect(() => checkSet([shell, { ...studio, shared: {} }])).not.toThrow();
  });

  test('a mount inside another one, which keeps the rest', () => {
    expect(() =>
      checkSet([shell, studio, mounted('/projects/micora', ['/projects/micora/tos'])]),
    ).not.toThrow();
  });
});

describe('a set of builds is refused', () => {
  test('without a shell', () => {
    expect(() => checkSet([studio, micora])).toThrow('No shell is live yet: deploy it together');
    expect(() => checkSet([])).toThrow('No shell is live yet');
  });

  test('if two remotes have one mount', () => {
    expect(() => checkSet([shell, studio, mounted('/')])).toThrow(
      'studio-remote and micora-remote both mount at /: give one another mount.',
    );
  });

  test('if two remotes have one name', () => {
    const copied: Artifact = { ...micora, remote: { name: 'studio', mount: '/micora', paths: [] } };
    expect(() => checkSet([shell, studio, copied])).toThrow(
      'studio-remote and micora-remote both have the name studio: rename one.',
    );
  });

  test('if a page lies outside of its remote’s mount', () => {
    expect(() => checkSet([shell, studio, mounted('/micora', ['/micorax'])])).toThrow(
      '/micorax of micora-remote is not below its mount /micora: browsers take it for a page of studio-remote.',
    );
    expect(() => checkSet([shell, mounted('/micora', ['/about'])])).toThrow('a page of nobody');
  });

  test('if a page lies below another remote’s longer mount', () => {
    const greedy: Artifact = { ...studio, remote: { name: 'studio', mount: '/', paths: ['/micora/help'] } };
    expect(() => checkSet([shell, greedy, micora])).toThrow(
      '/micora/help of studio-remote is not below its mount /: browsers take it for a page of micora-remote.',
    );
  });

  test('if a remote needs what the shell does not provide', () => {
    const needy: Artifact = { ...studio, shared: { lodash: '4.17.21' } };
    expect(() => checkSet([shell, needy])).toThrow(
      'studio-remote needs lodash, which the shell does not provide: deploy a shell that does first.',
    );
  });

  test.each(['19.3.2', '19.4.0', '20.0.0', '18.3.1', '18.9.9'])(
    'if a remote was built with React %s, which 19.3.1 does not replace',
    (react) => {
      expect(() => checkSet([shell, builtWith(react)])).toThrow(
        `studio-remote was built with react ${react}, the shell provides 19.3.1: deploy both in one release.`,
      );
    },
  );

  test.each([
    ['19.4.0-rc.1', '19.4.0'],
    ['19.4.0-rc.9', '19.4.0-rc.10'],
    ['20.0.0-rc.1', '19.3.1'],
  ])(
    'if the shell has React %s, before or beyond the %s that a remote was built with',
    (provided, required) => {
      expect(() => checkSet([shellWith(provided), builtWith(required)])).toThrow(
        'deploy both in one release',
      );
    },
  );

  test('by numbers, not by letters: 19.10.0 replaces 19.9.0 and not the other way round', () => {
    expect(() => checkSet([shellWith('19.10.0'), builtWith('19.9.0')])).not.toThrow();
    expect(() => checkSet([shellWith('19.9.0'), builtWith('19.10.0')])).toThrow('deploy both in one release');
  });
});
