import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decodedMap, encodedMap, TraceMap, type EncodedSourceMap } from '@jridgewell/trace-mapping';
import webpack, { type Compiler } from 'webpack';
import { INTEGRITY_PLACEHOLDER } from './addIntegrity';

/** A build's source maps, by script name. */
export type MapTable = Record<string, EncodedSourceMap>;

/**
 * Creates source maps without changing any script. The maps identify sources by machine-independent names, and do not
 * contain their text.
 *
 * @param maps the table to which the build adds the source maps
 */
export function keepMaps(compiler: Compiler, maps: MapTable): void {
  /** The text of each script that contains a placeholder for chunk hashes, by script name. */
  const unfinished = new Map<string, string>();
  const nameSource = ({ resourcePath }: { resourcePath: string }) => sourceName(resourcePath);
  new webpack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: nameSource,
    fallbackModuleFilenameTemplate: nameSource,
  }).apply(compiler);
  compiler.hooks.thisCompilation.tap('KeepMaps', (compilation) => {
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 1;
    compilation.hooks.processAssets.tap({ name: 'KeepMaps', stage }, (assets) => {
      for (const [name, map] of Object.entries(assets).filter(([name]) => name.endsWith('.js.map'))) {
        const script = name.slice(0, -'.map'.length);
        maps[script] = JSON.parse(map.source().toString()) as EncodedSourceMap;
        compilation.deleteAsset(name);
        compilation.updateAsset(script, (source) => source, { related: { sourceMap: null } });
        const text = assets[script]?.source().toString() ?? '';
        if (text.includes(INTEGRITY_PLACEHOLDER)) unfinished.set(script, text);
      }
    });
  });
  compiler.hooks.afterEmit.tap('KeepMaps', ({ outputOptions: { path } }) => {
    for (const [script, text] of unfinished) {
      const map = maps[script];
      if (map) maps[script] = shifted(map, text, readFileSync(join(path, script), 'utf8'));
    }
  });
}

/** Returns the content of `maps.json.gz`. Source maps are sorted by script name, so that builds are reproducible. */
export function packMaps(maps: MapTable): Buffer {
  return gzipSync(JSON.stringify(Object.fromEntries(Object.entries(maps).sort())));
}

/** Returns a machine-independent name for a source. The name contains no folders from outside the repository. */
function sourceName(path: string): string {
  if (path.startsWith('data:')) return 'webpack/federation';
  return path
    .replace(/^.*\/node_modules\//, 'node_modules/')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/^\/.*\//, '');
}

/**
 * Returns a source map with corrected columns. The table of chunk hashes is longer than its placeholder, so all code after
 * the table on the same line moves to a later column.
 *
 * @param before the script with the placeholder
 * @param after the script with the table
 */
function shifted(map: EncodedSourceMap, before: string, after: string): EncodedSourceMap {
  const places = [...before.matchAll(new RegExp(INTEGRITY_PLACEHOLDER, 'g'))].map(({ index }) => {
    const head = before.slice(0, index).split('\n');
    return { line: head.length - 1, column: head.at(-1)?.length ?? 0 };
  });
  const longer = (after.length - before.length) / places.length;
  const decoded = decodedMap(new TraceMap(map));
  const mappings = decoded.mappings.map((segments, line) =>
    segments.map(([column, ...rest]) => {
      const passed = places.filter((place) => place.line === line && place.column < column).length;
      return [column + passed * longer, ...rest] as (typeof segments)[number];
    }),
  );
  return encodedMap(new TraceMap({ ...decoded, mappings }));
}
