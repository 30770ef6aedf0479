import type { ChunkGroup, Compiler } from 'webpack';
import type { Artifact, ArtifactChunk } from './Artifact';

/** What a browser compilation is made of. */
export type ChunkTable = Pick<Artifact, 'entry' | 'pages'>;

/** Reads from the finished browser compilation which files the entry and each page need. */
export function collectChunks(compiler: Compiler, table: ChunkTable): void {
  compiler.hooks.afterEmit.tap('CollectChunks', (compilation) => {
    const entryNames = new Set([...compilation.entrypoints.keys(), 'routes']);
    // A watching build runs again with the same table.
    table.entry = { scripts: [], styles: [] };
    table.pages = {};
    for (const [name, group] of compilation.namedChunkGroups) {
      const files = filesOf(group);
      if (entryNames.has(name)) {
        table.entry.scripts.push(...files.scripts);
        table.entry.styles.push(...files.styles);
      } else {
        table.pages[name] = files;
      }
    }
  });
}

function filesOf(group: ChunkGroup): ArtifactChunk {
  const files = [...new Set(group.chunks.flatMap((chunk) => [...chunk.files]))];
  return {
    // Hot updates are for pages that are open, and no part of a new one.
    scripts: files.filter((file) => file.endsWith('.js') && !file.endsWith('.hot-update.js')),
    styles: files.filter((file) => file.endsWith('.css')),
  };
}
