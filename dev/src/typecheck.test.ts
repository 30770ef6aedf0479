import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PageRoute } from '@site/shared/remote';
import ts from 'typescript';
import { readApps } from '../../build/readApps';
import type { KeptContract } from '../../studio-remote/src/contract';
import type * as exposed from '../../studio-remote/src/routes';
import type * as server from '../../studio-remote/src/server';

const repository = resolve(import.meta.dirname, '../..');

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;
type Misspelt = Omit<PageRoute, 'handle'> & { handle: { index: 'no' } };

/** What breaks the contract: the type check fails here if one of these is no error any more. */
export type Broken = [
  // @ts-expect-error Routes that are not what the shell expects.
  KeptContract<{ routes: Misspelt[] }>,
  // @ts-expect-error A source that is not what deployment expects.
  KeptContract<typeof exposed, { routes: PageRoute[]; sources: { 'studio/ProjectPage': { list: 'no' } } }>,
];

test('a remote that breaks the contract fails its own type check', () => {
  const checksWhatItGives: Same<KeptContract, [typeof exposed, typeof server]> = true;
  expect(checksWhatItGives).toBe(true);
  for (const remote of readApps(repository).filter((app) => app !== 'shell')) {
    const folder = join(repository, remote);
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      scripts: { typecheck: string };
    };
    expect(scripts.typecheck).toBe('tsc --noEmit -p .');
    const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
      config: object;
    };
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    expect(fileNames).toContain(join(folder, 'src/contract.ts'));
    expect(options.strict).toBe(true);
  }
});
