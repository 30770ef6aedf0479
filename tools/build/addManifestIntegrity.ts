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
