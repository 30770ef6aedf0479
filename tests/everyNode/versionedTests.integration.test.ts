import { expect, jest, test } from '@jest/globals';
import { resolve } from 'node:path';
import { repetitions } from '@site/backend/testing/repetitions';
import { runCommand } from '../docs/testing/runCommand';
import { nodeEnvironment } from './nodeEnvironment';
import { OTHER_NODE_VERSIONS, OUTER_NODE_VERSIONS } from './NODE_VERSIONS';

jest.setTimeout(600_000);

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Tests of code that depends on Node's own modules. */
const TESTS = 'platform/render/ platform/release/render.test platform/store';

test.each(repetitions(OUTER_NODE_VERSIONS, OTHER_NODE_VERSIONS))(
  'the tests of child processes, rendering and the store pass on Node %s',
  async (version) => {
    // Skips tests that mostly wait: for an S3 server that does not answer, and for a page that takes too long.
    const options = [
      '--selectProjects=platform --maxWorkers=2 --forceExit --testPathIgnorePatterns /node_modules/ s3Store',
      "--testNamePattern '^(?!.*takes longer than 10 s)'",
    ].join(' ');
    const command = `npx jest ${options} -- ${TESTS} 2>&1`;
    const printed = await runCommand(command, { directory: REPOSITORY, env: await nodeEnvironment(version) });
    expect(printed).toMatch(/^Tests: +(?:1 skipped, )?\d{3} passed, \d{3} total$/m);
  },
);
