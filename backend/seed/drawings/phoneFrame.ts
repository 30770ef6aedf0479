/** A screen of 370 by 804 px in the frame of a phone, placed in a drawing. */
interface PhoneFrame {
  x: number;
  y: number;
  scale?: number;
  rotate?: number;
  /** Background of the screen and colour of its status bar. */
  background: string;
  ink: string;
  screen: string;
}

/** Draws the phone as HTML. */
export function phoneFrame({ x, y, scale = 1, rotate = 0, background, ink, screen }: PhoneFrame): string {
  return `<div style="position:absolute;left:${x}px;top:${y}px;width:394px;height:828px;padding:12px;border-radius:60px;
    background:#0d0e12;transform-origin:0 0;transform:scale(${scale}) rotate(${rotate}deg);
    box-shadow:inset 0 0 0 2px #3a3c44,0 4px 10px rgb(0 0 0/18%),0 50px 90px -30px rgb(0 0 0/45%)">
    <div style="position:relative;width:370px;height:804px;border-radius:49px;overflow:hidden;background:${background};color:${ink}">
      ${screen}
      <div style="position:absolute;left:34px;top:19px;font:700 15px Manrope">9:41</div>
      <div style="position:absolute;left:137px;top:12px;width:96px;height:28px;border-radius:20px;background:#0d0e12"></div>
      <svg style="position:absolute;right:28px;top:20px" width="46" height="16" fill="${ink}">
        <rect x="0" y="9" width="3.5" height="6" rx="1"/><rect x="5.5" y="6" width="3.5" height="9" rx="1"/><rect x="11" y="3" width="3.5" height="12" rx="1"/>
        <rect x="21.5" y="3.5" width="21" height="11" rx="3.5" fill="none" stroke="${ink}" opacity=".5"/><rect x="23.5" y="5.5" width="14" height="7" rx="2"/>
      </svg>
      <div style="position:absolute;left:125px;bottom:9px;width:120px;height:5px;border-radius:3px;background:${ink};opacity:.85"></div>
    </div>
  </div>`;
}
