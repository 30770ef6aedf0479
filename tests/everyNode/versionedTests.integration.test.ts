import { expect, jest, test } from '@jest/globals';
import { resolve } from 'node:path';
import { runCommand } from '../docs/testing/runCommand';
import { nodeEnvironment } from './nodeEnvironment';
import { NODE_VERSIONS } from './NODE_VERSIONS';

jest.setTimeout(600_000);

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** What depends on Node's own modules: child processes, rendering and the store. */
const TESTS = 'tools/apart tools/release/renderer tools/release/render.test tools/store';

test.each(NODE_VERSIONS)(
  'child processes, rendering and the store pass their tests on Node %s',
  async (version) => {
    // Not those of S3, which wait for a silent server most of the time.
    const options =
      '--selectProjects=tools --maxWorkers=2 --forceExit --testPathIgnorePatterns /node_modules/ s3Store';
    const command = `npx jest ${options} -- ${TESTS} 2>&1`;
    const printed = await runCommand(command, { directory: REPOSITORY, env: await nodeEnvironment(version) });
    expect(printed).toMatch(/^Tests: +\d{3} passed, \d{3} total$/m);
  },
);
