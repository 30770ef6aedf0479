import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Compiler } from 'webpack';

/** Copies all files, such as icons, from an app's `public/` folder and its subfolders into the build. */
export function copyPublicFiles(compiler: Compiler, folder: string): void {
  compiler.hooks.thisCompilation.tap('CopyPublicFiles', (compilation) => {
    compilation.hooks.processAssets.tap('CopyPublicFiles', () => {
      if (!existsSync(folder)) return;
      compilation.contextDependencies.add(folder);
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name);
        if (statSync(path).isFile())
          compilation.emitAsset(name, new webpack.sources.RawSource(readFileSync(path)));
      }
    });
  });
}
