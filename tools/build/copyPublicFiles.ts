import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Compiler } from 'webpack';

/** Adds an app's `public/` folder to its build as it is: icons and pictures that documents refer to. */
export function copyPublicFiles(compiler: Compiler, folder: string): void {
  compiler.hooks.thisCompilation.tap('CopyPublicFiles', (compilation) => {
    compilation.hooks.processAssets.tap('CopyPublicFiles', () => {
      if (!existsSync(folder)) return;
      compilation.contextDependencies.add(folder);
      for (const name of readdirSync(folder)) {
        compilation.emitAsset(name, new webpack.sources.RawSource(readFileSync(join(folder, name))));
      }
    });
  });
}
