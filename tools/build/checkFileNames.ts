import webpack, { type Compiler } from 'webpack';

/** One name in the address of a file: what every browser sends as it is, and the server takes. */
const NAME = /^(?!\.)[\w.~!$&'()*+,;=:@-]+$/;

/** The forms in which files are stored beside themselves. */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

/** Refuses a file whose name browsers would escape, or the server does not serve: it would answer 404. */
export function checkFileNames(compiler: Compiler): void {
  compiler.hooks.thisCompilation.tap('CheckFileNames', (compilation) => {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name: 'CheckFileNames', stage }, (assets) => {
      for (const name of Object.keys(assets).filter((name) => !isServed(name)))
        compilation.errors.push(
          new webpack.WebpackError(
            `${name} cannot be served under this name: rename it, with ASCII letters, digits, "-", "_" and "." alone, no "." at the beginning, and no .br or .gz at the end.`,
          ),
        );
    });
  });
}

/** Whether a file of a build is served under this name, a path relative to the build. */
export function isServed(name: string): boolean {
  return name.split('/').every((segment) => NAME.test(segment)) && !COMPRESSED_FORM.test(name);
}
