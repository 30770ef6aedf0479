import type { FieldReport } from '@site/shared/field';
import * as v from 'valibot';
import { isBuildName, parseJson } from '../store/parseDescription';

const build = v.pipe(v.string(), v.check(isBuildName));
const word = v.pipe(v.string(), v.regex(/^[A-Za-z][\w-]{0,39}$/));
const place = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000_000));
const value = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A script, in the form `<app>/<version>/<file>`. `<file>` may contain only characters that need no escaping in URLs. */
const script = v.pipe(v.string(), v.maxLength(200), v.regex(/^[\w-]+\/[\da-f]{16}(?:\/[\w.~-]+)+$/));

const times = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.transform((number) => Math.min(number, 100)),
);

const report = v.object({
  builds: v.pipe(v.array(build), v.minLength(1), v.maxLength(2)),
  route: v.exactOptional(v.pipe(v.string(), v.maxLength(100))),
  how: v.exactOptional(v.picklist(['navigate', 'reload', 'back_forward', 'prerender'])),
  lcp: v.exactOptional(value),
  inp: v.exactOptional(value),
  cls: v.exactOptional(value),
  errors: v.pipe(v.array(v.tuple([v.fallback(word, 'Error'), script, place, place])), v.maxLength(5)),
  failures: v.strictObject({
    entry: v.exactOptional(times),
    chunk: v.exactOptional(times),
    render: v.exactOptional(times),
    hydration: v.exactOptional(times),
  }),
});

/**
 * Parses a page's report. The content is untrusted, because anybody can send a report.
 *
 * @returns undefined if the report is not valid
 */
export function parseReport(content: Buffer): FieldReport | undefined {
  try {
    return v.parse(report, parseJson(content));
  } catch {
    return undefined;
  }
}
