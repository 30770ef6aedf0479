import webpack, { type Compiler } from 'webpack';
import { MANIFEST } from './BuildDescription';
import { computeIntegrity } from './computeIntegrity';

/**
 * Adds an `integrity` table to a remote's manifest. The table maps each file's path, relative to the manifest, to the file's
 * integrity hash.
 */
export function addManifestIntegrity(compiler: Compiler): void {
  const name = 'AddManifestIntegrity';
  // Hides Module Federation's warning about `publicPath: 'auto'`, because that setting is deliberate.
  compiler.hooks.infrastructureLog.tap(name, (_origin, _type, words = []) =>
    words.join(' ').includes(`publicPath='auto'`) ? true : undefined,
  );
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    compilation.hooks.processAssets.tap(
      { name, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1 },
      ({ [MANIFEST]: manifest, 'mf-stats.json': statistics, ...files }) => {
        if (!manifest || !statistics) return;
        const integrity = Object.entries(files).map(
          ([file, source]) => [file, computeIntegrity(source.buffer())] as const,
        );
        const content = {
          ...(JSON.parse(manifest.source().toString()) as object),
          integrity: Object.fromEntries(integrity.sort()),
        };
        compilation.updateAsset(MANIFEST, new webpack.sources.RawSource(JSON.stringify(content, null, 2)));
        // Deletes the statistics. They contain absolute paths, which would make builds differ between machines.
        compilation.deleteAsset('mf-stats.json');
      },
    );
  });
}

/** A placeholder in a bundle's runtime. Once the hashes of all chunks are known, the table of hashes replaces it. */
export const INTEGRITY_PLACEHOLDER = '__CHUNK_INTEGRITY__';

/**
 * Adds an integrity check to the code that loads a bundle's chunks. The entry contains the hashes of all chunks, and the
 * release contains the entry's hash. Chunks contain no hashes, so no chunk's hash depends on another chunk.
 */
export function checkChunkIntegrity(compiler: Compiler): void {
  compiler.hooks.compilation.tap('ChunkIntegrity', (compilation) => {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
      'ChunkIntegrity',
      // Sets `crossOrigin`, because the `Integrity-Policy` header only allows scripts that are loaded in CORS mode.
      (source) => `${source}
script.crossOrigin = "anonymous";
script.integrity = ${INTEGRITY_PLACEHOLDER}[url.split("/").pop()];`,
    );
    compilation.hooks.processAssets.tap(
      { name: 'ChunkIntegrity', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
      (assets) => {
        const scripts = Object.entries(assets)
          .filter(([name]) => name.endsWith('.js'))
          .map(([name, source]) => ({ name, source: source.source().toString() }));
        const integrity = scripts
          .filter(({ source }) => !source.includes(INTEGRITY_PLACEHOLDER))
          .map(({ name, source }) => [name, computeIntegrity(source)]);
        for (const { name, source } of scripts) {
          if (!source.includes(INTEGRITY_PLACEHOLDER)) continue;
          const table = JSON.stringify(Object.fromEntries(integrity));
          compilation.updateAsset(
            name,
            new webpack.sources.RawSource(source.replaceAll(INTEGRITY_PLACEHOLDER, `(${table})`)),
          );
        }
      },
    );
  });
}
