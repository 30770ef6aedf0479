import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ENVIRONMENT } from '@site/backend/checkEnvironment';
import { forgetSite } from '@site/backend/testing/forgetSite';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The environment of a terminal in which a site has been run. */
const ofSite: Record<string, string> = {
  ...Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, 'of-a-site'])),
  PORT: '8080',
  BACKEND_URL: 'http://127.0.0.1:8090',
  NODE_ENV: 'production',
  AWS_PROFILE: 'of-a-site',
  AWS_ENDPOINT_URL_S3: 'https://s3.example',
};

/** The variables of the machine that programs read, and that tests need as well. */
const OF_MACHINE = ['PATH', 'CHROMIUM_PATH', 'POCKETBASE_BIN', 'INIT_CWD', 'FEDERATION_WEBPACK_PATH'];
const PROGRAMS = ['shared', 'shell', 'studio-remote', 'micora-remote', 'backend', 'tools'];

// Tests, and the processes that they start, do not inherit what the configuration removes.
test.each(['jest.config.ts', 'tests/browser/playwright.config.ts'])(
  '%s hides the variables of a site that was run in the same terminal',
  async (config) => {
    const script = `process.env.SITE_URL = 'kept'; import('./${config}').then(() => console.log(JSON.stringify(process.env)))`;
    const load = promisify(execFile)(process.execPath, ['--import', 'tsx', '--eval', script], {
      cwd: REPOSITORY,
      env: { ...process.env, ...ofSite },
    });
    const variables = JSON.parse((await load).stdout) as NodeJS.ProcessEnv;
    expect(Object.keys(ofSite).filter((name) => variables[name] === ofSite[name])).toEqual([]);
    expect(variables).toMatchObject({ SITE_URL: 'kept', PATH: process.env.PATH });
  },
);

test('all other variables that programs read belong to the machine', () => {
  const names = new Set<string>();
  for (const program of PROGRAMS) {
    const files = readdirSync(join(REPOSITORY, program), { encoding: 'utf8', recursive: true });
    for (const file of files) {
      if (!/\.[jt]sx?$/.test(file) || /node_modules|dist\/|testing\/|\.test\.|seed\/|^draw/.test(file))
        continue;
      const text = readFileSync(join(REPOSITORY, program, file), 'utf8');
      for (const [, name = ''] of text.matchAll(/env(?:\.|\(\s*')([A-Z][A-Z_]*)\b/g)) names.add(name);
    }
  }
  expect(names).toContain('DATA_DIR');
  expect(names).toContain('SMTP_HOST');
  const left = Object.fromEntries([...names, ...OF_MACHINE].map((name) => [name, 'set']));
  forgetSite(left);
  expect(Object.keys(left).sort()).toEqual([...OF_MACHINE].sort());
});
