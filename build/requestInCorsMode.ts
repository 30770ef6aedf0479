import webpack, { type Compiler } from 'webpack';

/** Asks for chunks in CORS mode: only there Integrity-Policy counts integrity. */
export function requestInCorsMode(compiler: Compiler): void {
  compiler.hooks.compilation.tap('RequestInCorsMode', (compilation) => {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
      'RequestInCorsMode',
      (source) => `${source}\nscript.crossOrigin = "anonymous";`,
    );
  });
}
