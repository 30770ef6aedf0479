import { browserFrame } from './browserFrame';
import { phoneFrame } from './phoneFrame';
import { randomFrom } from './randomFrom';

const paper = '#f1ebdf';
const black = '#151515';
const red = '#df3b2c';
const blue = '#2547d0';
const yellow = '#f4c20d';

type Tile = (colour: string, ground: string) => string;

/** The four shapes of the identity, on a field of 100 by 100. */
const shapes: Tile[] = [
  (colour) => `<rect x="18" y="18" width="64" height="64" fill="${colour}"/>`,
  (colour) => `<circle cx="50" cy="50" r="50" fill="${colour}"/>`,
  (colour) => `<path d="M0 0A100 100 0 0 1 100 100H0Z" fill="${colour}"/>`,
  (colour) => `<path d="M0 0H20V100H0ZM40 0H60V100H40ZM80 0H100V100H80Z" fill="${colour}"/>`,
];
const extra: Tile[] = [
  (colour) => `<path d="M0 0H100A50 50 0 0 1 0 0ZM0 50H100A50 50 0 0 1 0 50Z" fill="${colour}"/>`,
  (colour) =>
    `<path d="M0 0A50 50 0 0 1 50 50V0A50 50 0 0 1 100 50V100H50V50A50 50 0 0 1 0 100Z" fill="${colour}"/>`,
  (colour, ground) =>
    `<circle cx="50" cy="50" r="50" fill="${colour}"/><circle cx="50" cy="50" r="24" fill="${ground}"/>`,
  (colour) => `<path d="M0 100A100 100 0 0 1 100 0V40A60 60 0 0 0 40 100Z" fill="${colour}"/>`,
];

function tiles(columns: number, rows: number, size: number, seed: number): string {
  const random = randomFrom(seed);
  const pairs: [string, string][] = [
    [paper, red],
    [blue, paper],
    [yellow, black],
    [paper, blue],
    [red, paper],
    [black, yellow],
    [paper, black],
    [blue, yellow],
  ];
  const all = [...shapes, ...extra];
  let last = -1;
  return Array.from({ length: columns * rows }, (_, index) => {
    let pick = Math.floor(random() * pairs.length);
    if (pick === last) pick = (pick + 3) % pairs.length;
    last = pick;
    const [ground, colour] = pairs[pick] ?? [paper, red];
    const shape = all[Math.floor(random() * all.length)] ?? all[0];
    const turn = Math.floor(random() * 4) * 90;
    const drawn = shape?.(colour, ground) ?? '';
    return `<g transform="translate(${(index % columns) * size} ${Math.floor(index / columns) * size}) scale(${size / 100})"><rect width="100.6" height="100.6" fill="${ground}"/><g transform="rotate(${turn} 50 50)">${drawn}</g></g>`;
  }).join('');
}

function poster(x: number, ground: string, ink: string, art: string, title: string, dates: string): string {
  return `<g transform="translate(${x} 130)"><rect width="400" height="600" fill="${ground}"/><svg width="400" height="420" viewBox="0 0 400 420">${art}</svg>
    <text x="26" y="498" font-family="Bricolage" font-weight="800" font-size="60" letter-spacing="-3" fill="${ink}">${title}</text><text x="28" y="560" font-family="Manrope" font-weight="700" font-size="20" fill="${ink}">${dates}</text><text x="372" y="560" text-anchor="end" font-family="Bricolage" font-weight="800" font-size="22" letter-spacing="-.6" fill="${ink}">Northlight</text></g>`;
}

const sunArt = `<circle cx="200" cy="230" r="150" fill="${red}"/><path d="M0 230H400V270H0ZM0 300H400V340H0ZM0 370H400V410H0Z" fill="${paper}"/><path d="M200 80A150 150 0 0 1 350 230H200Z" fill="${black}"/><circle cx="330" cy="84" r="34" fill="${blue}"/>`;
const stackArt = `<rect x="50" y="240" width="150" height="170" fill="${paper}"/><path d="M200 410V260A150 150 0 0 1 350 410Z" fill="${red}"/><path d="M50 240A75 75 0 0 1 200 240Z" fill="${yellow}"/><circle cx="285" cy="175" r="75" fill="${paper}"/><path d="M285 100A75 75 0 0 1 285 250Z" fill="${black}"/><path d="M50 60H170V80H50ZM50 100H170V120H50Z" fill="${yellow}"/>`;
const eyeArt = `<path d="M30 240A190 190 0 0 1 370 240A190 190 0 0 1 30 240Z" fill="${paper}"/><circle cx="200" cy="240" r="88" fill="${blue}"/><circle cx="200" cy="240" r="40" fill="${black}"/><path d="M200 152A88 88 0 0 1 288 240H200Z" fill="${red}"/><path d="M196 30H204V112H196ZM110 52L117 49L146 122L139 125ZM283 49L290 52L261 125L254 122Z" fill="${black}"/>`;

/** Someone who looks at the wall, from behind; the feet stand at the given place. */
function visitor(x: number, y: number, size: number, coat: string, skin: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><ellipse cy="2" rx="74" ry="11" fill="${black}" opacity=".22"/>
    <path d="M-26-84H-6V0H-30ZM6-84H26L30 0H6Z" fill="${black}"/><rect x="-11" y="-300" width="22" height="34" fill="${skin}"/>
    <path d="M0-280C34-280 50-262 54-228L68-70H-68L-54-228C-50-262-34-280 0-280Z" fill="${coat}"/><path d="M-36-226L-44-110M36-226L44-110" stroke="${black}" stroke-width="4" stroke-linecap="round" opacity=".28"/>
    <circle cx="0" cy="-322" r="33" fill="${black}"/><circle cx="0" cy="-362" r="16" fill="${black}"/><path d="M-14-296H14V-286H-14Z" fill="${skin}"/></g>`;
}

function cover(): string {
  const shadow = 'filter:drop-shadow(0 26px 26px rgb(21 21 21/32%))';
  return `<body style="background:#d9d2c3"><svg width="1500" height="1000" style="position:absolute"><defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#e9e3d6"/><stop offset="1" stop-color="#d3cbba"/></linearGradient></defs><rect width="1500" height="860" fill="url(#wall)"/><path d="M0 0L420 0L980 860H300Z" fill="#fff" opacity=".22"/>
      <rect y="838" width="1500" height="22" fill="#f3eee4"/><rect y="860" width="1500" height="140" fill="#b78d5e"/>${Array.from({ length: 10 }, (_, index) => `<path d="M${index * 175 - 40} 1000L${index * 150 + 60} 860" stroke="#a37a4d" stroke-width="4"/>`).join('')}</svg>
    <svg width="1500" height="1000" style="position:absolute;${shadow}">${poster(90, paper, black, sunArt, 'Low sun', '4 Mar to 30 May')}${poster(550, blue, paper, stackArt, 'Stacked', '7 Jun to 1 Sep')}${poster(1010, yellow, black, eyeArt, 'Look twice', '12 Sep to 8 Jan')}</svg>
    <svg width="1500" height="1000" style="position:absolute">${visitor(958, 962, 1, red, '#8a5a3c')}${visitor(1040, 962, 0.64, blue, '#8a5a3c')}</svg></body>`;
}

function tilesPicture(): string {
  return `<body style="background:${paper}"><svg width="1500" height="1000">${tiles(12, 8, 125, 23)}
    <rect x="375" y="375" width="750" height="250" fill="${paper}"/><text x="750" y="528" text-anchor="middle" font-family="Bricolage" font-weight="800" font-size="132" letter-spacing="-3.5" fill="${black}">Northlight</text></svg></body>`;
}

function guide(): string {
  const chip = (index: number, ground: string, colour: string, size: number) =>
    `<svg width="${size}" height="${size}" viewBox="0 0 100 100" style="background:${ground}">${shapes[index]?.(colour, ground) ?? ''}</svg>`;
  const page = `<div style="position:absolute;inset:0;background:${paper};color:${black}">
    <div style="position:absolute;left:44px;right:44px;top:32px;display:flex;align-items:center;font:700 18px Manrope;gap:36px"><span style="font:800 32px Bricolage;letter-spacing:-.04em">Northlight</span><span style="margin-left:auto">Now</span><span>Rooms</span><span>Prints</span></div>
    <div style="position:absolute;left:44px;top:112px;font:800 88px/.9 Bricolage;letter-spacing:-.055em">Find the<br>room by<br>its shape</div>
    <svg width="380" height="344" viewBox="0 0 400 362" style="position:absolute;left:474px;top:100px"><g transform="translate(0 -58)">${stackArt.replaceAll(paper, blue)}</g></svg>
    <div style="position:absolute;left:0;right:0;bottom:0;display:grid;grid-template-columns:repeat(4,1fr)">${[
      [0, yellow, black, 'Room one'],
      [1, paper, red, 'Room two'],
      [2, blue, paper, 'Room three'],
      [3, red, paper, 'Room four'],
    ]
      .map(
        ([index, ground, colour, name]) =>
          `<div style="background:${ground};height:232px;position:relative;box-shadow:inset 0 3px ${black}"><div style="position:absolute;left:24px;top:28px">${chip(Number(index), 'none', String(colour), 104)}</div><div style="position:absolute;left:24px;bottom:22px;font:700 18px Manrope;color:${ground === blue || ground === red ? paper : black}">${name}</div></div>`,
      )
      .join('')}</div></div>`;
  const print = `<svg width="370" height="440" viewBox="0 0 400 476" style="position:absolute"><rect width="400" height="476" fill="${yellow}"/><g transform="translate(0 50)">${eyeArt}</g></svg>
    <div style="position:absolute;left:28px;right:28px;top:466px;color:${black}"><div style="font:800 42px/1 Bricolage;letter-spacing:-.045em">Look twice</div><div style="font:600 17px/1.5 Manrope;margin-top:12px">Four colours, four screens, one afternoon. The printer ran out of blue and called it finished.</div>
    <div style="margin-top:28px;display:flex;align-items:center;gap:18px"><span style="width:72px;height:72px;border-radius:36px;background:${black};display:grid;place-items:center"><svg width="26" height="30"><path d="M4 2L25 15L4 28Z" fill="${yellow}"/></svg></span>
      <svg width="220" height="60">${Array.from({ length: 28 }, (_, index) => {
        const tall = 10 + Math.abs(Math.sin(index * 1.7) * 22 + Math.cos(index * 0.6) * 20);
        return `<rect x="${index * 8}" y="${30 - tall / 2}" width="4.5" height="${tall}" rx="2.2" fill="${index < 11 ? red : '#bdb5a4'}"/>`;
      }).join('')}</svg></div></div>`;
  return `<body style="background:${red}"><svg width="1500" height="1000" style="position:absolute"><path d="M0 0H500V500A500 500 0 0 1 0 0Z" fill="#c92f21"/><circle cx="1250" cy="1000" r="500" fill="${blue}"/><path d="M1000 0H1060V500H1000ZM1120 0H1180V500H1120ZM1240 0H1300V500H1240ZM1360 0H1420V500H1360Z" fill="#c92f21"/></svg>
    ${browserFrame({ x: 90, y: 150, width: 930, height: 712, bar: '#fff', ink: black, page })}
    ${phoneFrame({ x: 990, y: 92, scale: 0.98, rotate: 0, background: paper, ink: black, screen: print })}</body>`;
}

/** Identity of a print gallery: paper, black, red, blue, yellow. */
export const northlight: Record<string, string> = {
  'northlight-cover.jpg': cover(),
  'northlight-tiles.jpg': tilesPicture(),
  'northlight-guide.jpg': guide(),
};
