import type { SourceData } from '@site/shared/contract';
import { site } from '@site/shared/site';
import { readPosition } from './api/readPosition';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function positionsFeed(data: SourceData): string {
  const address = `${site.origin}/careers`;
  const positions = [...(data['careers/PositionPage']?.values() ?? [])].map(readPosition);
  const items = positions.map(
    ({ id, title, text }) =>
      `<item><title>${escape(title)}</title><link>${address}/${id}</link><description>${escape(text)}</description></item>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"><channel><title>Open positions</title><link>${address}</link><description>Work with us</description>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n');
}
