import { describeRate, describeVital, ENOUGH } from './describeFigures';
import { VITALS, type BuildFigures } from './FieldFile';
import { sumDays, type DayFigures } from './readDays';

/** The size of a build's chart, in pixels. */
const LINE = { width: 120, height: 24 };

/**
 * Returns an HTML page with a table of each build's figures. The builds with the most recent reports come first. The page
 * contains no scripts, so browsers can open it directly from a disk or a bucket.
 */
export function fieldPage(days: ReadonlyMap<string, DayFigures>, now: Date): string {
  const lastDay = (build: string) => [...days].findLast(([, builds]) => builds.has(build))?.[0] ?? '';
  const loads = (figures: BuildFigures) => figures.loads;
  const rows = [...sumDays(days)]
    .map(([build, figures]) => ({ build, figures, last: lastDay(build) }))
    .sort((one, other) => other.last.localeCompare(one.last) || loads(other.figures) - loads(one.figures))
    .map(({ build, figures, last }) => {
      const cells = figures.loads < ENOUGH ? ['too few', ...VITALS.map(() => '')] : formatFigures(figures);
      const counts = [figures.routes, figures.how, figures.failures].map(listCounts);
      const line = drawLine([...days.values()].map((builds) => builds.get(build)?.loads ?? 0));
      return `<tr><th scope="row">${escape(build)}</th>${[last, String(figures.loads), ...cells, ...counts]
        .map((cell) => `<td>${escape(cell)}</td>`)
        .join('')}<td>${line}</td></tr>`;
    });
  const headings = [
    ...['Build', 'Last day', 'Loads', 'Errors in 1000', 'LCP', 'INP', 'CLS'],
    ...['Pages', 'Navigation', 'Failures', 'Loads by day'],
  ];
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>The field</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 24px }
table { border-collapse: collapse }
th, td { border-bottom: 1px solid; padding: 4px 12px 4px 0; text-align: left; vertical-align: top }
</style>
<h1>The field</h1>
<p>What pages reported when they were left, in the last ${days.size} days, until ${now.toISOString()}. Vitals are at the 75th percentile. Anybody can send anything: decide nothing by these figures alone.</p>
<table>
<thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`;
}

function formatFigures(figures: BuildFigures): string[] {
  return [describeRate(figures), ...VITALS.map((vital) => describeVital(figures, vital))];
}

function listCounts(table: Record<string, number>): string {
  const sorted = Object.entries(table).sort(([, one], [, other]) => other - one);
  return sorted.map(([name, value]) => `${name} ${value}`).join(', ');
}

function drawLine(values: number[]): string {
  const { width, height } = LINE;
  const largest = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = values.length === 1 ? width : (index / (values.length - 1)) * width;
    return `${x.toFixed(1)},${(height - (value / largest) * height).toFixed(1)}`;
  });
  const first = values.length === 1 ? `0,${height} ` : '';
  return `<svg width="${width}" height="${height}" role="img" aria-label="${values.join(', ')}"><polyline points="${first}${points.join(' ')}" fill="none" stroke="currentColor"/></svg>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
