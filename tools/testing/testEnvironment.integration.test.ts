import { expect, jest, test } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ENVIRONMENT } from '@site/backend/checkEnvironment';
import { forgetSite } from '@site/backend/testing/forgetSite';

jest.setTimeout(120_000);

const run = promisify(execFile);
const REPOSITORY = resolve(import.meta.dirname, '../..');

/** A shell in which somebody has just run a site. */
const ofSite: Record<string, string> = {
  ...Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, 'of-a-site'])),
  PORT: '8080',
  BACKEND_URL: 'http://127.0.0.1:8090',
  NODE_ENV: 'production',
  AWS_PROFILE: 'of-a-site',
  AWS_ENDPOINT_URL_S3: 'https://s3.example',
};
const env = { ...process.env, ...ofSite };

/** What the programs take from the machine, and tests need as well. */
const OF_MACHINE = ['PATH', 'CHROMIUM_PATH', 'POCKETBASE_BIN', 'INIT_CWD', 'FEDERATION_WEBPACK_PATH'];
const PROGRAMS = ['shared', 'shell', 'studio-remote', 'micora-remote', 'backend', 'tools'];

const knownTo = (variables: NodeJS.ProcessEnv) =>
  Object.keys(ofSite).filter((name) => variables[name] === ofSite[name]);

test('no site is known to a test, nor to a process that it starts', () => {
  const print = 'console.log(JSON.stringify(process.env))';
  const ofChild = execFileSync(process.execPath, ['--eval', print], { encoding: 'utf8' });
  for (const variables of [process.env, JSON.parse(ofChild) as NodeJS.ProcessEnv]) {
    expect(knownTo(variables)).toEqual([]);
    expect(variables.PATH).toBe(process.env.PATH);
  }
});

test('nor in a shell in which somebody has run a site', async () => {
  const jest = join(REPOSITORY, 'node_modules/jest/bin/jest.js');
  const only = ['tools/testing/testEnvironment', '-t', 'no site is known'];
  const { stderr } = await run(process.execPath, [jest, ...only], { cwd: REPOSITORY, env });
  expect(stderr).toContain('1 passed');
});

test('nor in that shell to a browser test, and what the tests share stays known', async () => {
  // As in a worker, which reads the configuration after the shared servers have been started.
  const script = `process.env.SITE_URL = 'kept';
    import('./playwright.config.ts').then(() => console.log(JSON.stringify(process.env)));`;
  const cwd = join(REPOSITORY, 'tests/browser');
  const { stdout } = await run(process.execPath, ['--import', 'tsx', '--eval', script], { cwd, env });
  const variables = JSON.parse(stdout) as NodeJS.ProcessEnv;
  expect(knownTo(variables)).toEqual([]);
  expect(variables.SITE_URL).toBe('kept');
});

test('whatever else the programs take from the environment is of the machine', () => {
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
