import { phoneFrame } from './phoneFrame';
import { randomFrom } from './randomFrom';

const forest = '#1d3a2b';
const leafGreen = '#7db069';
const terracotta = '#d2633c';
const cream = '#f7f0df';
const soil = '#6b4630';
const sun = '#f2b84b';

/** Vegetables seen from above or from the side, each about 60 by 60 around its middle. */
const crops = {
  carrot: `<path d="M-13-8C-13-18 13-18 13-8C13 8 4 26 0 32C-4 26-13 8-13-8Z" fill="#ec8a3c"/><path d="M-8 0H2M-4 10H5" stroke="#c86a22" stroke-width="3" stroke-linecap="round"/><path d="M0-14C-4-26-14-28-18-30M0-14V-34M0-14C4-26 14-28 18-30" stroke="${leafGreen}" stroke-width="5" stroke-linecap="round" fill="none"/>`,
  tomato: `<circle r="24" cy="4" fill="#d8432f"/><path d="M-14 0A15 15 0 0 1-4-10" stroke="#f09a85" stroke-width="5" stroke-linecap="round" fill="none"/><path d="M0-20L5-10L17-13L9-4L13 7L0 0L-13 7L-9-4L-17-13L-5-10Z" fill="${forest}"/>`,
  cabbage: `<circle r="29" fill="#5f9a56"/><path d="M0-29C18-22 26-8 22 10C14 26-8 30-22 16C-30-2-20-24 0-29Z" fill="#8cc07a"/><circle r="13" fill="#c0e0a4"/><path d="M0 0L18-20M0 0L-22-12M0 0L-8 24M0 0L20 14" stroke="#e0f0c8" stroke-width="3.4" stroke-linecap="round"/>`,
  beet: `<path d="M-22-2C-22-20 22-20 22-2C22 16 6 22 0 36C-6 22-22 16-22-2Z" fill="#8c2f5a"/><path d="M-10 2A12 12 0 0 1-4-8" stroke="#c777a0" stroke-width="5" stroke-linecap="round" fill="none"/><path d="M0-14C-6-28-18-28-18-34M0-14C6-28 18-28 18-34M0-14V-36" stroke="${leafGreen}" stroke-width="6" stroke-linecap="round" fill="none"/>`,
  pea: `<path d="M-32 16C-30-14 4-32 32-24C30 8 2 32-32 16Z" fill="#5f9a56"/><circle cx="-14" cy="9" r="8" fill="#b5d98f"/><circle cx="3" cy="0" r="9" fill="#b5d98f"/><circle cx="19" cy="-11" r="7" fill="#b5d98f"/>`,
  squash: `<path d="M0-18C18-26 32-12 30 6C28 24 12 30 0 26C-12 30-28 24-30 6C-32-12-18-26 0-18Z" fill="${sun}"/><path d="M0-18V26M-14-20C-22-4-20 14-12 26M14-20C22-4 20 14 12 26" stroke="#d69528" stroke-width="4" fill="none"/><path d="M0-18C0-26 4-30 8-32" stroke="${forest}" stroke-width="6" stroke-linecap="round" fill="none"/>`,
} as const;

type Crop = keyof typeof crops;

function bed(
  x: number,
  y: number,
  width: number,
  height: number,
  crop: Crop,
  columns: number,
  rows: number,
  size: number,
): string {
  const cell = { x: width / columns, y: height / rows };
  const plants = Array.from({ length: columns * rows }, (_, index) => {
    const cx = x + cell.x * ((index % columns) + 0.5);
    const cy = y + cell.y * (Math.floor(index / columns) + 0.5);
    return `<g transform="translate(${cx} ${cy}) scale(${size})">${crops[crop]}</g>`;
  }).join('');
  const furrows = Array.from(
    { length: rows },
    (_, row) =>
      `<path d="M${x + 14} ${y + cell.y * (row + 0.5) + 14}H${x + width - 14}" stroke="#5a3926" stroke-width="7" stroke-linecap="round"/>`,
  ).join('');
  return `<rect x="${x - 7}" y="${y - 7}" width="${width + 14}" height="${height + 14}" rx="16" fill="#b98655"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${soil}"/>${furrows}${plants}`;
}

function plot(): string {
  return `<svg width="370" height="430" viewBox="0 0 370 430" style="position:absolute;top:176px"><rect width="370" height="430" fill="#a9cf8c"/><path d="M185 0V430M0 208H370" stroke="#e9d6a9" stroke-width="30"/><path d="M185 0V430M0 208H370" stroke="#dcc48d" stroke-width="3" stroke-dasharray="2 12" stroke-linecap="round"/>
    ${bed(22, 22, 136, 156, 'cabbage', 2, 2, 0.95)}${bed(212, 22, 136, 66, 'tomato', 3, 1, 0.72)}${bed(212, 112, 136, 66, 'pea', 3, 1, 0.62)}${bed(22, 240, 136, 170, 'carrot', 3, 2, 0.92)}${bed(212, 240, 136, 76, 'beet', 3, 1, 0.68)}
    <g transform="translate(280 374)"><circle r="44" fill="#8cbf74"/><circle cx="-10" cy="-8" r="30" fill="#6ea75b"/><circle cx="14" cy="4" r="26" fill="#5b9450"/>${[
      [-18, -16],
      [10, -22],
      [20, 12],
      [-8, 14],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="7" fill="${terracotta}"/>`)
      .join('')}</g></svg>`;
}

function plotScreen(): string {
  return `${plot()}<div style="position:absolute;left:26px;right:26px;top:70px;color:${forest}"><div style="font:600 15px Manrope;color:#5d7a5a">Plot 14, early June</div><div style="font:700 36px/1.1 Bricolage;letter-spacing:-.035em;margin-top:6px">Five beds, no frost</div></div>
    <div style="position:absolute;left:0;right:0;bottom:0;height:218px;border-radius:34px 34px 0 0;background:${cream};color:${forest};padding:24px 26px">
      <div style="display:flex;justify-content:space-between;font:700 18px Manrope"><span>This Saturday</span><span style="color:${terracotta}">1 h 20</span></div>
      ${[
        ['Thin the carrots', '25 min', terracotta],
        ['Tie in the peas', '15 min', leafGreen],
      ]
        .map(
          ([task, time, colour]) =>
            `<div style="display:flex;align-items:center;gap:14px;margin-top:14px;background:#fff;border-radius:20px;padding:15px 18px;font:600 17px Manrope"><span style="width:26px;height:26px;border-radius:13px;box-shadow:inset 0 0 0 3px ${colour}"></span>${task}<span style="margin-left:auto;font-size:15px;color:#6b7c69">${time}</span></div>`,
        )
        .join('')}</div>`;
}

function cropScreen(crop: Crop, name: string, line: string, facts: [string, string][]): string {
  return `<svg width="370" height="420" viewBox="-185 -210 370 420" style="position:absolute"><circle r="132" cy="20" fill="#fff" opacity=".28"/><circle r="98" cy="20" fill="#fff" opacity=".28"/><g transform="translate(0 22) scale(3.7)">${crops[crop]}</g></svg>
    <div style="position:absolute;left:0;right:0;top:410px;bottom:0;border-radius:40px 40px 0 0;background:${cream};color:${forest};padding:32px 28px"><div style="font:700 38px/1 Bricolage;letter-spacing:-.035em">${name}</div><div style="font:600 17px/1.5 Manrope;color:#56705a;margin-top:10px">${line}</div>
      <div style="margin-top:18px">${facts.map(([fact, value]) => `<div style="display:flex;justify-content:space-between;padding:13px 0;border-top:2px solid #e6dcc4;font:600 17px Manrope"><span style="color:#6b7c69">${fact}</span><span>${value}</span></div>`).join('')}</div>
      <div style="margin-top:12px;background:${forest};color:${cream};font:700 18px Manrope;text-align:center;border-radius:22px;padding:19px">Give it a bed</div></div>`;
}

/** The year as a wheel: one ring for each crop, sowing to harvest. */
function wheel(size: number, ink: string): string {
  const arc = (radius: number, from: number, to: number, colour: string, width: number) => {
    const point = (month: number) => {
      const angle = (month / 12) * 2 * Math.PI - Math.PI / 2;
      return `${(Math.cos(angle) * radius).toFixed(1)} ${(Math.sin(angle) * radius).toFixed(1)}`;
    };
    return `<path d="M${point(from)}A${radius} ${radius} 0 ${to - from > 6 ? 1 : 0} 1 ${point(to)}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" fill="none"/>`;
  };
  const rows: [number, number, number, number, string][] = [
    [150, 2.2, 4, 9.6, '#5f9a56'],
    [182, 2.8, 5.4, 8.4, '#ec8a3c'],
    [214, 3.2, 6.2, 9, '#d8432f'],
    [246, 1.6, 4.6, 6.8, '#8cc07a'],
    [278, 3.6, 6.4, 10.2, '#8c2f5a'],
    [310, 4.2, 7.2, 10.6, sun],
  ];
  const months = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'];
  return `<svg width="${size}" height="${size}" viewBox="-400 -400 800 800"><circle r="352" fill="none" stroke="${ink}" stroke-width="2" opacity=".2"/>
    ${rows.map(([radius, sow, grow, end, colour]) => `<circle r="${radius}" fill="none" stroke="${ink}" stroke-width="20" opacity=".06"/>${arc(radius, sow, end, colour, 20).replace('/>', ' opacity=".38"/>')}${arc(radius, grow, end, colour, 20)}`).join('')}
    ${months.map((month, index) => `<text x="${Math.cos(((index + 0.5) / 12) * 2 * Math.PI - Math.PI / 2) * 380}" y="${Math.sin(((index + 0.5) / 12) * 2 * Math.PI - Math.PI / 2) * 380 + 9}" text-anchor="middle" font-family="Bricolage" font-weight="700" font-size="26" fill="${ink}">${month}</text>`).join('')}
    <path d="M0-352V-108" transform="rotate(164)" stroke="${terracotta}" stroke-width="6" stroke-linecap="round"/><circle r="10" cy="-352" transform="rotate(164)" fill="${terracotta}"/>
    <circle r="104" fill="${forest}"/><g transform="translate(0 -6) scale(2.3)">${crops.squash}</g></svg>`;
}

function leaves(seed: number, colour: string, other: string): string {
  const random = randomFrom(seed);
  return Array.from({ length: 46 }, (_, index) => {
    const x = (index % 8) * 210 + random() * 120 - 40;
    const y = Math.floor(index / 8) * 190 + random() * 100 - 30;
    return `<g transform="translate(${x} ${y}) rotate(${random() * 360}) scale(${0.8 + random() * 0.8})"><path d="M-70 0C-40-44 30-50 76 0C30 50-40 44-70 0Z" fill="${index % 3 === 0 ? other : colour}"/><path d="M-86 0H50M-30 0L-8-20M-30 0L-8 20M4 0L24-18M4 0L24 18" stroke="${forest}" stroke-width="4" stroke-linecap="round" opacity=".45"/></g>`;
  }).join('');
}

function cover(): string {
  return `<body style="background:${forest}"><svg width="1500" height="1000" style="position:absolute">${leaves(31, '#28503a', '#346347')}</svg>
    ${phoneFrame({
      x: 118,
      y: 128,
      scale: 0.9,
      rotate: -6,
      background: '#e9905f',
      ink: forest,
      screen: cropScreen('beet', 'Beetroot', 'Forgiving. Sow some every fortnight.', [
        ['Sow', 'April to July'],
        ['Space', '10 cm'],
      ]),
    })}
    ${phoneFrame({
      x: 1018,
      y: 90,
      scale: 0.9,
      rotate: 6,
      background: '#f3cd7a',
      ink: forest,
      screen: cropScreen('tomato', 'Tomato', 'Wants the warm wall. Water it at the root.', [
        ['Plant out', 'After 20 May'],
        ['Harvest', 'From late July'],
      ]),
    })}
    ${phoneFrame({ x: 540, y: 66, scale: 1.06, background: cream, ink: forest, screen: plotScreen() })}</body>`;
}

function year(): string {
  return `<body style="background:${cream};color:${forest}"><svg width="1500" height="1000" style="position:absolute"><path d="M0 0H620C560 220 700 420 600 640C540 780 600 900 560 1000H0Z" fill="${leafGreen}"/></svg>
    <div style="position:absolute;left:84px;top:82px;font:700 84px/.98 Bricolage;letter-spacing:-.045em">A year at<br>one look</div>
    <div style="position:absolute;left:88px;top:282px;font:600 23px/1.5 Manrope;width:400px">Pale is sown, full is ready. The hand says where you are.</div>
    <svg width="480" height="460" style="position:absolute;left:70px;top:480px">${(
      Object.keys(crops) as Crop[]
    )
      .map(
        (crop, index) =>
          `<g transform="translate(${80 + (index % 3) * 150} ${90 + Math.floor(index / 3) * 210})"><circle r="64" fill="${cream}"/><g transform="scale(1.35)">${crops[crop]}</g><text y="98" text-anchor="middle" font-family="Manrope" font-weight="700" font-size="20" fill="${forest}">${['Carrot', 'Tomato', 'Cabbage', 'Beetroot', 'Peas', 'Squash'][index]}</text></g>`,
      )
      .join('')}</svg>
    <div style="position:absolute;left:650px;top:88px">${wheel(824, forest)}</div></body>`;
}

/** Garden planner: forest, leaf, terracotta, cream. */
export const pocketAllotment: Record<string, string> = {
  'pocket-allotment-cover.jpg': cover(),
  'pocket-allotment-year.jpg': year(),
};
