/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageRoute } from '@site/shared/remote';
import ts from 'typescript';
import type { KeptContract } from './contract';
import type * as exposed from './routes';
import type * as server from './server';

const remote = join(import.meta.dirname, '..');

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
  const { scripts } = JSON.parse(readFileSync(join(remote, 'package.json'), 'utf8')) as {
    scripts: { typecheck: string };
  };
  expect(scripts.typecheck).toBe('tsc --noEmit -p .');
  const { config } = ts.readConfigFile(join(remote, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, remote);
  expect(fileNames).toContain(join(import.meta.dirname, 'contract.ts'));
  expect(options.strict).toBe(true);
});
