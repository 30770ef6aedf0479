import webpack, { type Compiler } from 'webpack';

/** A path segment that browsers send without escaping it, and that the server accepts. */
const NAME = /^(?!\.)[\w.~!$&'()*+,;=:@-]+$/;

/** The suffixes under which the compressed forms of a file are stored. */
const COMPRESSED_FORM = /\.(?:br|gz)$/;

/** Fails the build for each file whose name the server would answer with 404. */
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

/** Whether the server can serve a file of a build. @param name the file's path relative to the build */
export function isServed(name: string): boolean {
  return name.split('/').every((segment) => NAME.test(segment)) && !COMPRESSED_FORM.test(name);
}
