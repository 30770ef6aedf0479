import webpack, { type Compiler } from 'webpack';

/** Matches a path segment that browsers send unescaped and that the server accepts. */
const NAME = /^(?!\.)[\w.~!$&'()*+,;=:@-]+$/;

/** Matches the suffixes of a file's encodings in a store. */
const COMPRESSED = /\.(?:br|gz)$/;

/** Makes the build fail if the server would refuse files because of their names. Each such file gets an error. */
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
  return name.split('/').every((segment) => NAME.test(segment)) && !COMPRESSED.test(name);
}
