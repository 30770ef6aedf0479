import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ENVIRONMENT } from '@site/backend/checkEnvironment';
import { forgetSite } from '@site/backend/testing/forgetSite';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The environment variables of a terminal that is set up to run a site. */
const ofSite: Record<string, string> = {
  ...Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, 'of-a-site'])),
  PORT: '8080',
  BACKEND_URL: 'http://127.0.0.1:8090',
  NODE_ENV: 'production',
  AWS_PROFILE: 'of-a-site',
  AWS_ENDPOINT_URL_S3: 'https://s3.example',
};

/** Variables that describe the machine. Tests need them, too. */
const OF_MACHINE = ['PATH', 'CHROMIUM_PATH', 'POCKETBASE_BIN', 'INIT_CWD', 'FEDERATION_WEBPACK_PATH'];
const PROGRAMS = ['shared', 'shell', 'studio-remote', 'micora-remote', 'backend', 'tools'];

// Tests and their child processes inherit the environment of the configuration.
test.each(['jest.config.ts', 'tests/browser/playwright.config.ts'])(
  '%s removes the environment variables of a site',
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

test('all variables that programs read belong to a site or to the machine', () => {
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
