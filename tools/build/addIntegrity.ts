import webpack, { type Compiler } from 'webpack';
import { MANIFEST } from './Artifact';
import { integrityOf } from './integrityOf';

/** Adds the integrity of each file to a remote's manifest, by its address from there. */
export function addManifestIntegrity(compiler: Compiler): void {
  const name = 'AddManifestIntegrity';
  // The warning is about relative addresses, which are intended.
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
        // Its other contents describe this machine's build.
        compilation.deleteAsset('mf-stats.json');
      },
    );
  });
}

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
