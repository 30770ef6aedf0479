import type { BuildSource } from '@site/shared/remote';
import * as v from 'valibot';
import { appName, artifact, source, version, versionOf, type Artifact } from '../build/Artifact';

/** Reads a build's `artifact.json`; undefined if no build writes such a file, or if it has been altered. */
export function parseArtifact(content: Buffer): Artifact | undefined {
  const said = parseAs(artifact, content);
  return said && versionOf(said) === said.version ? said : undefined;
}

/** Reads the `artifact.json` of a build, `<app>/<version>`; undefined if it has been altered, or is another build's. */
export function parseBuild(build: string, content: Buffer): Artifact | undefined {
  const artifact = parseArtifact(content);
  return artifact && `${artifact.app}/${artifact.version}` === build ? artifact : undefined;
}

/** Reads where a build comes from; undefined if no build writes it like this. */
export function parseSource(content: Buffer): BuildSource | undefined {
  return parseAs(source, content);
}

/** Whether a text is the name of a build, `<app>/<version>`. */
export function isBuildName(text: string): boolean {
  const [app, of, ...more] = text.split('/');
  return v.is(appName, app) && v.is(version, of) && more.length === 0;
}

function parseAs<Said>(schema: v.GenericSchema<unknown, Said>, content: Buffer): Said | undefined {
  try {
    const said = parseJson(content);
    return v.is(schema, said) ? (said as Said) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * JSON without the names by which every object has something already, which schemas pass over.
 *
 * @throws Error if it is none
 */
export function parseJson(content: Buffer): unknown {
  return JSON.parse(content.toString(), (key, value: unknown) => {
    if (['__proto__', 'constructor', 'prototype'].includes(key)) throw new Error(`${key} is no name`);
    return value;
  });
}
