import { expect, jest, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');

/** How long checking one app may take. Milliseconds. */
const CHECK_LIMIT = 120_000;

jest.setTimeout(CHECK_LIMIT + 10_000);

test('a remote that breaks the contract fails its own type check', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'typecheck-'));
  const remote = join(copy, 'studio-remote');
  try {
    const isSource = (path: string): boolean => !['dist', 'node_modules'].includes(basename(path));
    await cp(join(repository, 'studio-remote'), remote, { recursive: true, filter: isSource });
    await cp(join(repository, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'));
    for (const name of ['shared', 'build', 'node_modules', 'webpack.common.ts', 'webpack.federation.ts']) {
      await symlink(join(repository, name), join(copy, name));
    }
    // Without their types, and then unlike them: nothing but the contract can object.
    await edit(
      join(remote, 'src/routes.tsx'),
      ['routes: PageRoute[]', 'routes'],
      ['index: false', `index: 'no'`],
    );
    await edit(join(remote, 'src/server.ts'), [
      `'studio/ProjectPage': projectSource`,
      `'studio/ProjectPage': { list: 'no' }`,
    ]);

    const { scripts } = JSON.parse(await readFile(join(remote, 'package.json'), 'utf8')) as {
      scripts: { typecheck: string };
    };
    const { status, stdout } = spawnSync('npx', ['--no-install', ...scripts.typecheck.split(' ')], {
      cwd: remote,
      encoding: 'utf8',
      timeout: CHECK_LIMIT,
    });
    expect(status).not.toBe(0);
    expect(stdout).toMatch(/src\/contract\.ts.*\n[^]*routes/);
    expect(stdout).toMatch(/src\/contract\.ts.*\n[^]*sources/);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});

async function edit(file: string, ...changes: [before: string, after: string][]): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
    text = text.replace(before, after);
  }
  await writeFile(file, text);
}
