import { FIELD_ADDRESS } from '@site/shared/field';
import type { FastifyInstance } from 'fastify';
import type { Field } from '../field/openField';
import { parseReport } from '../field/parseReport';
import type { Release } from '../release/Release';
import { getNetwork } from './getNetwork';
import { bodyReader } from './readBody';

const REPORT_LIMIT = 2048;

const MEMORY = { total: 1024 * 1024, ofNetwork: 64 * 1024 };

/**
 * Accepts the reports that this site's pages send when visitors leave. Reports from other sites' pages are refused. If a
 * valid report is not counted, the page is not to blame, so it gets the same response as if the report were counted.
 * Without `field`, nothing is counted.
 */
export function takeReports(
  app: FastifyInstance,
  { live, field }: { live: () => Promise<Release>; field: Field | undefined },
): void {
  const readBody = bodyReader(MEMORY, REPORT_LIMIT);
  app.post(FIELD_ADDRESS, async (request, reply) => {
    const { headers, raw } = request;
    reply.header('cache-control', 'no-store');
    const refuseLong = () => reply.code(413).header('connection', 'close').send('The report is too long.\n');
    const relation = headers['sec-fetch-site'];
    if (relation !== undefined && relation !== 'same-origin')
      return reply.code(403).send('Reports are accepted only from the pages of this site.\n');
    if (Number(headers['content-length'] ?? 0) > REPORT_LIMIT) return refuseLong();
    const network = getNetwork(request);
    const body = await readBody(raw, network);
    if (body === undefined) return reply;
    if (body === 413) return refuseLong();
    // Pages send no reports for visitors who object to tracking. But software on the visitor's network may add `Sec-GPC` or
    // `DNT` to a report after the page has sent it.
    const objects = headers['sec-gpc'] === '1' || headers.dnt === '1';
    // Safari before 16.4 does not send `Sec-Fetch-Site`, so its reports are not counted.
    if (!field || objects || relation === undefined || body === 503) return reply.code(204).send();
    const report = parseReport(body);
    if (!report) return reply.code(400).send('This is not a report.\n');
    const release = await live().catch(() => undefined);
    if (release) field.take(report, network, release);
    return reply.code(204).send();
  });
}
