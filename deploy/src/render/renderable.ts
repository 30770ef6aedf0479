import type { RenderableApp } from './loadBundles';
import type { LoadedArtifact } from '../build/readArtifact';

/** A build as rendering needs it: plain data, so that it can cross to another process. */
export function renderable({ artifact, server, files }: LoadedArtifact): RenderableApp {
  const styles = [...files].filter(([name]) => name.endsWith('.css'));
  return {
    artifact,
    server,
    styles: Object.fromEntries(styles.map(([name, css]) => [name, css.toString()])),
  };
}
