import type { BuildSource } from '@site/shared/contract';
import * as v from 'valibot';
import {
  nameOfApp,
  buildDescription,
  source,
  version,
  computeVersion,
  type BuildDescription,
} from '../build/BuildDescription';

/**
 * Parses a build's `build.json`.
 *
 * @returns undefined if the content is invalid, or if its `version` does not match the rest of it
 */
export function parseDescription(content: Buffer): BuildDescription | undefined {
  const parsed = parseAs(buildDescription, content);
  return parsed && computeVersion(parsed) === parsed.version ? parsed : undefined;
}

/**
 * Parses the `build.json` of the build `<app>/<version>`.
 *
 * @returns undefined if the content is invalid, altered, or from another build
 */
export function parseBuild(build: string, content: Buffer): BuildDescription | undefined {
  const description = parseDescription(content);
  return description && `${description.app}/${description.version}` === build ? description : undefined;
}

/** Parses a build's `origin.json`. Returns undefined if it is invalid. */
export function parseSource(content: Buffer): BuildSource | undefined {
  return parseAs(source, content);
}

/** Whether a string has the form of a build's name, `<app>/<version>`. */
export function isBuildName(text: string): boolean {
  const [app, versionText, ...rest] = text.split('/');
  return v.is(nameOfApp, app) && v.is(version, versionText) && rest.length === 0;
}

function parseAs<Output>(schema: v.GenericSchema<unknown, Output>, content: Buffer): Output | undefined {
  try {
    const parsed = parseJson(content);
    return v.is(schema, parsed) ? (parsed as Output) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON, but refuses prototype keys such as `__proto__`, because schemas do not check for them.
 *
 * @throws Error if the content is not JSON, or has a prototype key
 */
export function parseJson(content: Buffer): unknown {
  return JSON.parse(content.toString(), (key, value: unknown) => {
    if (['__proto__', 'constructor', 'prototype'].includes(key))
      throw new Error(`${key} is not allowed as a key`);
    return value;
  });
}
