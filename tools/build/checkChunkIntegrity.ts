import webpack, { type Compiler } from 'webpack';
import { integrityOf } from './integrityOf';

/**
 * Makes a bundle's runtime ask for its chunks with their integrity. Chunks contain no hashes, so that those of
 * all chunks can stand in the entry, whose own integrity the release names.
 */
export function checkChunkIntegrity(compiler: Compiler): void {
  const placeholder = '__CHUNK_INTEGRITY__';
  compiler.hooks.compilation.tap('ChunkIntegrity', (compilation) => {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
      'ChunkIntegrity',
      // Integrity-Policy counts integrity in CORS mode alone.
      (source) => `${source}
script.crossOrigin = "anonymous";
script.integrity = ${placeholder}[url.split("/").pop()];`,
    );
    compilation.hooks.processAssets.tap(
      { name: 'ChunkIntegrity', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
      (assets) => {
        const scripts = Object.entries(assets)
          .filter(([name]) => name.endsWith('.js'))
          .map(([name, source]) => ({ name, source: source.source().toString() }));
        const integrity = scripts
          .filter(({ source }) => !source.includes(placeholder))
          .map(({ name, source }) => [name, integrityOf(source)]);
        for (const { name, source } of scripts) {
          if (!source.includes(placeholder)) continue;
          const table = JSON.stringify(Object.fromEntries(integrity));
          compilation.updateAsset(
            name,
            new webpack.sources.RawSource(source.replaceAll(placeholder, `(${table})`)),
          );
        }
      },
    );
  });
}
