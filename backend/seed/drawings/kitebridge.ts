const night = '#1a1438';
const violet = '#6a4cf4';
const yellow = '#ffd645';
const pale = '#ece7ff';
const white = '#ffffff';

function kite(size: number, main: string, other: string): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 60 60"><path d="M30 4L54 26L30 56L6 26Z" fill="${main}"/><path d="M30 4L54 26H30Z" fill="${other}"/><path d="M6 26H30V56Z" fill="#9c88fa"/></svg>`;
}

const symbols = {
  phone: 'M7 3H17V21H7ZM11 18H13',
  lorry:
    'M2 6H14V17H2ZM14 10H19L22 13V17H14M6 20A2 2 0 1 0 6 16A2 2 0 1 0 6 20M18 20A2 2 0 1 0 18 16A2 2 0 1 0 18 20',
  label: 'M3 12L12 3H21V12L12 21ZM16 8V8',
  desk: 'M3 5H21V16H3ZM8 20H16M12 16V20',
  warehouse: 'M3 20V9L12 4L21 9V20M8 20V13H16V20',
  pen: 'M4 20L6 14L16 4L20 8L10 18Z',
  tick: 'M4 12L10 18L20 6',
};

function symbol(name: keyof typeof symbols, size: number, colour: string): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="${colour}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><path d="${symbols[name]}"/></svg>`;
}

function cover(): string {
  const lanes: [string, number][] = [
    ['Customer', 232],
    ['Dispatcher', 410],
    ['Driver', 588],
    ['Systems', 766],
  ];
  const steps = ['Asks', 'Books', 'Loads', 'Drives', 'Hands over'];
  const card = (
    column: number,
    lane: number,
    icon: keyof typeof symbols,
    text: string,
    look: 'plain' | 'violet' | 'yellow' | 'dark',
  ) => {
    const ground = { plain: white, violet, yellow, dark: '#2b2353' }[look];
    const ink = { plain: night, violet: white, yellow: night, dark: pale }[look];
    return `<div style="position:absolute;left:${250 + column * 240}px;top:${254 + lane * 178}px;width:204px;height:116px;border-radius:22px;background:${ground};color:${ink};padding:20px 22px;box-shadow:0 14px 24px -14px rgb(26 20 56/45%)">
      ${symbol(icon, 32, ink)}<div style="font:700 18px/1.2 Manrope;margin-top:12px">${text}</div></div>`;
  };
  const at = (column: number, lane: number): [number, number] => [
    250 + column * 240 + 102,
    254 + lane * 178 + 58,
  ];
  const link = (from: [number, number], to: [number, number], colour: string, dashed = false) => {
    const [x1, y1] = at(...from);
    const [x2, y2] = at(...to);
    const down = y1 === y2 ? 0 : (y2 - y1) * 0.5;
    const path =
      y1 === y2
        ? `M${x1} ${y1}H${x2}`
        : `M${x1} ${y1}C${x1} ${y1 + down * 1.3},${x2} ${y2 - down * 1.3},${x2} ${y2}`;
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="5" stroke-linecap="round" ${dashed ? 'stroke-dasharray="1 13"' : ''}/>`;
  };
  const bands = lanes
    .map(
      ([name, y], index) =>
        `<rect x="70" y="${y}" width="1374" height="160" rx="30" fill="${index === 3 ? night : '#fff'}" opacity="${index === 3 ? 1 : 0.62}"/><text x="104" y="${y + 88}" font-family="Space" font-weight="600" font-size="21" fill="${index === 3 ? yellow : night}">${name}</text>`,
    )
    .join('');
  return `<body style="background:#d9d1ff"><svg width="1500" height="1000" style="position:absolute">${bands}
      ${link([0, 0], [1, 1], violet)}${link([1, 1], [2, 2], violet)}${link([2, 2], [3, 2], violet)}<path d="M1072 668H1236Q1272 668 1272 632V330" fill="none" stroke="${violet}" stroke-width="5" stroke-linecap="round"/>${link([1, 1], [1, 3], '#9d8bf7', true)}${link([2, 2], [2, 3], '#9d8bf7', true)}${link([3, 2], [3, 3], '#9d8bf7', true)}${link([0, 0], [4, 0], '#c3b6ff', true)}${link([4, 0], [4, 3], '#9d8bf7', true)}</svg>
    <div style="position:absolute;left:72px;top:56px;display:flex;align-items:center;gap:20px;color:${night}">${kite(76, violet, yellow)}<div style="font:600 54px/1 Space;letter-spacing:-.045em">One parcel, end to end</div></div>
    ${steps.map((step, index) => `<div style="position:absolute;left:${250 + index * 240}px;top:180px;width:204px;text-align:center;font:700 19px Manrope;color:${violet}">${step}</div>`).join('')}
    ${card(0, 0, 'phone', 'Rings, twice', 'plain')}${card(2, 0, 'desk', 'Waits, wonders', 'yellow')}${card(4, 0, 'tick', 'Signs on glass', 'plain')}
    ${card(1, 1, 'pen', 'Fills the board', 'violet')}${card(3, 1, 'phone', 'Takes the call', 'yellow')}
    ${card(2, 2, 'warehouse', 'Loads bay four', 'violet')}${card(3, 2, 'lorry', 'Leaves at six', 'violet')}
    ${card(1, 3, 'desk', 'Bookings', 'dark')}${card(2, 3, 'label', 'Prints the label', 'yellow')}${card(3, 3, 'label', 'Prints it again', 'yellow')}${card(4, 3, 'label', 'And again', 'yellow')}
    <div style="position:absolute;right:70px;top:60px;background:${yellow};color:${night};font:700 20px/1.35 Manrope;padding:20px 26px;transform:rotate(2.5deg);border-radius:5px;box-shadow:0 18px 26px -14px rgb(26 20 56/50%)">Yellow: where it hurts</div></body>`;
}

function roadmap(): string {
  const left = 330;
  const month = 92;
  const bar = (
    row: number,
    from: number,
    length: number,
    text: string,
    ground: string,
    ink: string,
    who: string,
  ) =>
    `<div style="position:absolute;left:${left + from * month + 5}px;top:${262 + row * 84}px;width:${length * month - 10}px;height:62px;border-radius:31px;background:${ground};color:${ink};display:flex;align-items:center;padding:0 9px 0 26px;font:700 18px Manrope;white-space:nowrap">${text}<span style="margin-left:auto;width:44px;height:44px;border-radius:22px;background:${night};color:${white};display:grid;place-items:center;font:600 15px Space">${who}</span></div>`;
  const groups = [
    ['Join', 0, 3],
    ['Keep', 3, 3],
    ['Switch off', 6, 2],
  ] as const;
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `<body style="background:${night};color:${white}">
    <svg width="1500" height="1000" style="position:absolute">${groups.map(([, row, count], index) => `<rect x="60" y="${248 + row * 84}" width="1392" height="${count * 84 + 6}" rx="34" fill="#fff" opacity="${index % 2 === 0 ? 0.07 : 0.035}"/>`).join('')}
      ${names.map((_, index) => `<path d="M${left + index * month} 236V930" stroke="#fff" stroke-width="1.5" opacity=".10"/>`).join('')}
      <path d="M${left + 6.4 * month} 230V940" stroke="${yellow}" stroke-width="4" stroke-dasharray="1 11" stroke-linecap="round"/></svg>
    <div style="position:absolute;left:66px;top:60px;display:flex;align-items:center;gap:20px">${kite(70, violet, yellow)}<div style="font:600 54px/1 Space;letter-spacing:-.045em">A year that adds up</div></div>
    <div style="position:absolute;left:${left + 6.4 * month - 48}px;top:158px;background:${yellow};color:${night};font:700 18px Manrope;border-radius:22px;padding:9px 0;width:96px;text-align:center">Today</div>
    ${names.map((name, index) => `<div style="position:absolute;left:${left + index * month}px;width:${month}px;top:212px;text-align:center;font:600 17px Space;color:#a99ff0">${index === 6 ? '' : name}</div>`).join('')}
    ${groups.map(([name, row, count]) => `<div style="position:absolute;left:98px;top:${248 + row * 84 + (count * 84) / 2 - 14}px;font:600 28px Space;letter-spacing:-.03em">${name}</div>`).join('')}
    ${bar(0, 0, 4.4, 'One label, printed once', violet, white, 'NB')}${bar(1, 2.5, 4.5, 'Booking and board become one', violet, white, 'OA')}${bar(2, 6, 4.6, 'Where is my parcel', '#8b73f8', white, 'TW')}
    ${bar(3, 0, 6.4, 'Payroll stays as it is', pale, night, 'JM')}${bar(4, 1.6, 3.6, 'Bay planner, tidied', pale, night, 'SK')}${bar(5, 6.4, 5.2, 'Tachograph reports, on time', pale, night, 'PL')}
    ${bar(6, 4, 3.6, 'The old intranet', yellow, night, 'NB')}${bar(7, 8.4, 3.2, 'The fax line', yellow, night, 'DR')}
    <svg width="1500" height="1000" style="position:absolute"><path d="M${left + 4.4 * month - 4} 294C${left + 5.2 * month} 294,${left + 5.4 * month} 330,${left + 5.4 * month} 344" stroke="${yellow}" stroke-width="4" fill="none" stroke-linecap="round"/><circle cx="${left + 5.4 * month}" cy="346" r="7" fill="${yellow}"/></svg></body>`;
}

function report(): string {
  const paragraph = (x: number, y: number, widths: number[]) =>
    widths
      .map(
        (width, index) =>
          `<rect x="${x}" y="${y + index * 25}" width="${width}" height="9" rx="4.5" fill="${night}" opacity=".2"/>`,
      )
      .join('');
  const tools: [number, number, number, string][] = [
    [190, 175, 78, violet],
    [345, 135, 52, violet],
    [330, 262, 64, yellow],
    [188, 318, 46, yellow],
    [448, 214, 36, violet],
    [262, 410, 30, '#b7a8ff'],
    [438, 338, 44, yellow],
    [362, 400, 26, '#b7a8ff'],
    [108, 262, 28, '#b7a8ff'],
  ];
  const lines = [
    [0, 2],
    [0, 3],
    [1, 2],
    [2, 6],
    [1, 4],
    [3, 5],
    [6, 7],
    [0, 8],
    [0, 1],
    [4, 6],
  ]
    .map(([from = 0, to = 0]) => {
      const [x1, y1] = tools[from] ?? [0, 0];
      const [x2, y2] = tools[to] ?? [0, 0];
      return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${night}" stroke-width="3.5"/>`;
    })
    .join('');
  return `<body style="background:${violet}"><svg width="1500" height="1000" style="position:absolute"><path d="M1500 0V640L820 0Z" fill="#7c61f8"/><path d="M0 1000V420L600 1000Z" fill="#593be0"/></svg>
    <svg width="0" height="0" style="position:absolute"><linearGradient id="fold"><stop stop-color="${night}" stop-opacity="0"/><stop offset="1" stop-color="${night}" stop-opacity=".16"/></linearGradient><linearGradient id="fold2"><stop stop-color="${night}" stop-opacity=".2"/><stop offset="1" stop-color="${night}" stop-opacity="0"/></linearGradient></svg>
    <svg width="1500" height="1000" style="position:absolute;filter:drop-shadow(0 40px 40px rgb(26 20 56/45%))">
      <g transform="translate(150 130)"><path d="M0 14Q300-22 600 14V754Q300 716 0 754Z" fill="${white}"/><path d="M600 14Q900-22 1200 14V754Q900 716 600 754Z" fill="#fdf9ec"/><path d="M440 0Q540-2 600 14V754Q540 736 440 733Z" fill="url(#fold)"/><path d="M600 14Q660-2 760-2V733Q660 736 600 754Z" fill="url(#fold2)"/></g></svg>
    <svg width="1500" height="1000" style="position:absolute"><g transform="translate(150 120)">
      <text x="62" y="112" font-family="Space" font-weight="600" font-size="46" letter-spacing="-2" fill="${night}">Nine tools,</text><text x="62" y="162" font-family="Space" font-weight="600" font-size="46" letter-spacing="-2" fill="${night}">three labels</text>
      <g transform="translate(2 172)">${lines}${tools.map(([x, y, r, colour]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" stroke="${white}" stroke-width="7"/>`).join('')}
      <text x="190" y="184" text-anchor="middle" font-family="Manrope" font-weight="700" font-size="21" fill="#fff">Bookings</text><text x="330" y="269" text-anchor="middle" font-family="Manrope" font-weight="700" font-size="20" fill="${night}">Labels</text><text x="345" y="142" text-anchor="middle" font-family="Manrope" font-weight="700" font-size="18" fill="#fff">Bays</text></g>
      ${paragraph(62, 650, [410, 425, 380])}
      <g transform="translate(664 0)"><text x="0" y="112" font-family="Manrope" font-weight="700" font-size="20" fill="${violet}">What it costs to ask</text>
        <text x="-10" y="262" font-family="Space" font-weight="600" font-size="172" letter-spacing="-11" fill="${night}">31%</text><text x="0" y="312" font-family="Manrope" font-weight="600" font-size="22" fill="${night}">of calls ask where a parcel is</text>
        ${[0.94, 0.71, 0.52, 0.38, 0.2].map((part, index) => `<rect x="0" y="${360 + index * 46}" width="460" height="26" rx="13" fill="${pale}"/><rect x="0" y="${360 + index * 46}" width="${460 * part}" height="26" rx="13" fill="${index === 0 ? yellow : index === 1 ? night : violet}"/>`).join('')}
        ${paragraph(0, 626, [450, 430, 455, 300])}</g></g></svg>
    <svg width="1500" height="1000" style="position:absolute"><path d="M1186 110V310L1216 278L1246 310V98Z" fill="${yellow}"/></svg>
    <div style="position:absolute;right:58px;bottom:40px;transform:rotate(-10deg)">${kite(150, yellow, white)}</div></body>`;
}

/** Consulting for a freight company: midnight, violet, yellow. */
export const kitebridge: Record<string, string> = {
  'kitebridge-cover.jpg': cover(),
  'kitebridge-roadmap.jpg': roadmap(),
  'kitebridge-report.jpg': report(),
};
