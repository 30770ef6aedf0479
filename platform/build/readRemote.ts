import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { errorMessage } from '@site/shared/node/errorMessage';
import type { RemoteConfig } from '@site/shared/contract';
import { buildSync } from 'esbuild';

/**
 * Reads an app's `remote.config.ts`. Each call reads the file and its imports again.
 *
 * @param directory the app's folder
 * @returns the configuration; undefined for the shell, which has no such file
 * @throws Error that describes what is wrong with the file
 */
export function readRemote(directory: string): RemoteConfig | undefined {
  const file = join(directory, 'remote.config.ts');
  if (!existsSync(file)) return undefined;
  const { remote } = evaluateConfig(file);
  if (typeof remote?.name === 'string') return remote;
  throw new Error(`${file} does not export "remote" with a name. See RemoteConfig in @site/shared/contract.`);
}

function evaluateConfig(file: string): { remote?: RemoteConfig } {
  try {
    const { outputFiles } = buildSync({
      entryPoints: [file],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    });
    const bundle = { exports: {} };
    const run = compileFunction(outputFiles[0]?.text ?? '', ['module', 'exports', 'require']) as (
      ...scope: [module: unknown, exports: unknown, require: unknown]
    ) => void;
    run(bundle, bundle.exports, createRequire(file));
    return bundle.exports;
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${errorMessage(cause)}`, { cause });
  }
}
