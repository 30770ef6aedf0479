import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { errorMessage } from '@site/shared/node/errorMessage';
import type { ShellBundle } from '@site/shared/shell';
import type { LoadedBuild } from '../store/readBuild';

/**
 * Loads the shell's server bundle, and prepares an app's bundle to run with the modules that the shell provides.
 *
 * @returns `shell`: the shell's exports; `evaluate`: a function that runs the app's bundle and returns its exports. Each
 *   call runs the bundle again
 */
export function loadBundles(
  shellApp: LoadedBuild,
  app: LoadedBuild,
): { shell: ShellBundle; evaluate: () => unknown } {
  // The shell's bundle includes its packages, so it requires only Node's built-in modules.
  const shell = evaluate(shellApp, createRequire(import.meta.url)) as ShellBundle;
  const provide = (name: string): unknown => {
    if (name in shell.provided) return shell.provided[name];
    throw new Error(`the shell does not provide ${name}.`);
  };
  return { shell, evaluate: () => evaluate(app, provide) };
}

function evaluate({ description, server }: LoadedBuild, require: (name: string) => unknown): unknown {
  const bundle = { exports: {} };
  const filename = `${description.app}/server.cjs`;
  try {
    const run = compileFunction(server, ['module', 'exports', 'require'], { filename }) as (
      ...scope: [module: unknown, exports: unknown, require: unknown]
    ) => void;
    run(bundle, bundle.exports, require);
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new Error(`the server bundle of ${description.app} cannot be run: ${reason}`, { cause });
  }
  return bundle.exports;
}
