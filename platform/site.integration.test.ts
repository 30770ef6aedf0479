import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const site = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'site.mjs'), ...words],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { status, stdout, stderr };
};

test.each([[[]], [['destroy']]])('site %j fails and lists the available commands', (words) => {
  const { status, stderr } = site(...words);
  expect([status, stderr]).toEqual([1, expect.stringContaining('Usage: site build | dev | deploy')]);
});

test.each(['build', 'dev', 'deploy'])('site %s --help prints the usage of that command', (command) => {
  const { status, stdout } = site(command, '--help');
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Usage: /)]);
});
