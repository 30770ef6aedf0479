import webpack, { type Compiler } from 'webpack';
import { MANIFEST } from './BuildDescription';
import { integrityOf } from './integrityOf';

/** Adds the integrity of each file to a remote's manifest, keyed by the file's path relative to the manifest. */
export function addManifestIntegrity(compiler: Compiler): void {
  const name = 'AddManifestIntegrity';
  // Hides a warning about relative addresses, which are intended.
  compiler.hooks.infrastructureLog.tap(name, (_origin, _type, words = []) =>
    words.join(' ').includes(`publicPath='auto'`) ? true : undefined,
  );
  compiler.hooks.thisCompilation.tap(name, (compilation) => {
    compilation.hooks.processAssets.tap(
      { name, stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER + 1 },
      ({ [MANIFEST]: manifest, 'mf-stats.json': statistics, ...files }) => {
        if (!manifest || !statistics) return;
        const integrity = Object.entries(files).map(
          ([file, source]) => [file, integrityOf(source.buffer())] as const,
        );
        const content = {
          ...(JSON.parse(manifest.source().toString()) as object),
          integrity: Object.fromEntries(integrity.sort()),
        };
        compilation.updateAsset(MANIFEST, new webpack.sources.RawSource(JSON.stringify(content, null, 2)));
        // The build must be the same on every machine, but the statistics contain absolute paths.
        compilation.deleteAsset('mf-stats.json');
      },
    );
  });
}

/** What a bundle's runtime contains until the hashes of all its chunks are known. */
export const INTEGRITY_PLACEHOLDER = '__CHUNK_INTEGRITY__';

/**
 * Makes a bundle's runtime load its chunks with integrity checks. The entry contains the hashes of all chunks, and the
 * release contains the hash of the entry. Chunks contain no hashes, so the hash of a chunk never depends on another
 * chunk.
 */
export function checkChunkIntegrity(compiler: Compiler): void {
  compiler.hooks.compilation.tap('ChunkIntegrity', (compilation) => {
    webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
      'ChunkIntegrity',
      // Integrity-Policy only accepts scripts that are loaded in CORS mode.
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
          .map(({ name, source }) => [name, integrityOf(source)]);
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
