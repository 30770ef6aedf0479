import { writeFileAtomically } from '@site/backend/writeFileAtomically';
import type { Compiler, OutputFileSystem } from 'webpack';

/**
 * Lets a compiler put each file in its place only when it is whole: a browser that is being sent the one before, with
 * its length, would otherwise wait for bytes that are no longer there.
 */
export function emitWholeFiles(compiler: Compiler): void {
  const { outputFileSystem } = compiler;
  if (!outputFileSystem) return;
  compiler.outputFileSystem = {
    ...outputFileSystem,
    writeFile(path: string, content: string | Buffer, done: (error: Error | null) => void) {
      writeFileAtomically(path, content, {}).then(() => done(null), done);
    },
  } as OutputFileSystem;
}
