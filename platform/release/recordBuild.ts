import { parse } from 'postcss';
import { FIELD_SCRIPT } from '../build/BuildDescription';
import { entryIntegrity } from '../render/releaseRemote';
import type { LoadedBuild } from '../store/readBuild';
import type { AppBuild } from './Release';

/** Extracts what a release records about a build. */
export function recordBuild({ description, origin, files }: LoadedBuild): AppBuild {
  const { app, version, remote, shared, router } = description;
  const integrity = entryIntegrity(description);
  const field = remote ? undefined : description.files[FIELD_SCRIPT]?.integrity;
  return {
    app,
    version,
    ...(origin && { source: origin }),
    ...(remote && { remote }),
    ...(integrity !== undefined && { integrity }),
    ...(field !== undefined && { field }),
    shared,
    router,
    ...readTokens(files),
  };
}

function readTokens(files: LoadedBuild['files']): Pick<AppBuild, 'tokens' | 'usedTokens'> {
  const defined = new Set<string>();
  const used: Record<string, string> = {};
  for (const [name, content] of files) {
    if (!name.endsWith('.css')) continue;
    parse(content.toString(), { from: name }).walkDecls(({ prop, value }) => {
      if (prop.startsWith('--')) defined.add(prop);
      for (const [, property = ''] of value.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)) used[property] = name;
    });
  }
  return { tokens: [...defined].sort(), usedTokens: used };
}
