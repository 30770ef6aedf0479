/** A page in the frame of a browser window, placed in a drawing. */
interface BrowserFrame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Colours of the window's bar. */
  bar: string;
  ink: string;
  page: string;
}

/** Draws the window as HTML; its bar is 46 px high. */
export function browserFrame({ x, y, width, height, bar, ink, page }: BrowserFrame): string {
  const dot = (at: number) => `<circle cx="${at}" cy="23" r="6" fill="${ink}" opacity=".28"/>`;
  return `<div style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;border-radius:18px;overflow:hidden;
    background:${bar};box-shadow:0 2px 6px rgb(0 0 0/10%),0 50px 100px -30px rgb(0 0 0/40%)">
    <svg width="${width}" height="46" style="display:block">${dot(28)}${dot(49)}${dot(70)}
      <rect x="${width / 2 - 170}" y="11" width="340" height="24" rx="12" fill="${ink}" opacity=".09"/>
      <rect x="${width / 2 - 60}" y="20" width="120" height="6" rx="3" fill="${ink}" opacity=".28"/>
    </svg>
    <div style="position:relative;height:${height - 46}px;overflow:hidden">${page}</div>
  </div>`;
}
