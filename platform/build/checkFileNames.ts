import webpack, { type Compiler } from 'webpack';
import { isServed } from './isServed';

/** Fails the build with one error for each file that the server could not serve under its name. */
export function checkFileNames(compiler: Compiler): void {
  compiler.hooks.thisCompilation.tap('CheckFileNames', (compilation) => {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name: 'CheckFileNames', stage }, (assets) => {
      for (const name of Object.keys(assets).filter((name) => !isServed(name)))
        compilation.errors.push(
          new webpack.WebpackError(
            `${name} cannot be served under this name. Rename it: use only ASCII letters, digits, "-", "_" and ".", do not begin with ".", and do not end with .br or .gz.`,
          ),
        );
    });
  });
}
