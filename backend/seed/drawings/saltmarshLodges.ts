import { browserFrame } from './browserFrame';
import { phoneFrame } from './phoneFrame';
import { randomFrom } from './randomFrom';

const teal = '#123c3a';
const sand = '#efe3cd';
const coral = '#e0623f';
const mist = '#b9d2c8';

interface Light {
  sky: [string, string];
  sun: string;
  sunAt: [number, number, number];
  hills: [string, string, string];
  water: [string, string];
  glow: string;
  front: string;
}

const dusk: Light = {
  sky: ['#f0b48a', '#f8e6c8'],
  sun: '#ec6a45',
  sunAt: [800, 268, 74],
  hills: ['#c9b79d', '#8fae9f', '#4f857b'],
  water: ['#f3d3ae', '#7fa99d'],
  glow: '#ffdf9b',
  front: '#0f3432',
};
const dawn: Light = {
  sky: ['#cfe3e6', '#fbeedd'],
  sun: '#fff6dc',
  sunAt: [420, 250, 66],
  hills: ['#d5dcd2', '#a9c6bd', '#6d9f95'],
  water: ['#f6ead8', '#a8cbc6'],
  glow: '#fff0c4',
  front: '#1f5450',
};
const night: Light = {
  sky: ['#0d2b38', '#2f6168'],
  sun: '#f4ecd0',
  sunAt: [770, 170, 46],
  hills: ['#28555c', '#1c454b', '#14383c'],
  water: ['#2d6067', '#123940'],
  glow: '#ffd27a',
  front: '#071f22',
};
const noon: Light = {
  sky: ['#8fc4cd', '#e3f0e6'],
  sun: '#fff3c0',
  sunAt: [640, 130, 56],
  hills: ['#b8cfb4', '#86b292', '#4c8a6d'],
  water: ['#dcecdf', '#74aeb0'],
  glow: '#fff3d0',
  front: '#174a3b',
};

function lodge(x: number, y: number, size: number, light: Light): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">
    <path d="M0 0V-62L58-108L116-62V0Z" fill="${light.front}"/>
    <path d="M-10-58L58-112L126-58" fill="none" stroke="${light.front}" stroke-width="9" stroke-linejoin="round"/>
    <path d="M86-100V-126H100V-88Z" fill="${light.front}"/>
    <path d="M30 0V-52H86V0Z" fill="${light.glow}"/><path d="M58-52V0M30-28H86" stroke="${light.front}" stroke-width="4"/>
    <circle cx="58" cy="-76" r="9" fill="${light.glow}"/>
    <path d="M8 0V26M42 0V26M76 0V26M108 0V26" stroke="${light.front}" stroke-width="6"/>
    <path d="M-16 2H132" stroke="${light.front}" stroke-width="7" stroke-linecap="round"/>
  </g>`;
}

/** The marsh at one time of day, 1200 by 700. */
function marsh(light: Light, seed: number, lodges: [number, number, number][], reeds = 90): string {
  const random = randomFrom(seed);
  const [sunX, sunY, sunR] = light.sunAt;
  const ripples = Array.from({ length: 26 }, (_, row) => {
    const y = 408 + row * 9 + row * row * 0.12;
    const spread = 30 + row * 7;
    const x = sunX - spread / 2 + (random() - 0.5) * 60;
    return `<rect x="${x}" y="${y}" width="${spread * (0.6 + random() * 0.7)}" height="${2.4 + row * 0.13}" rx="2" fill="${light.sun}" opacity="${0.75 - row * 0.022}"/>`;
  }).join('');
  const banks = Array.from({ length: 7 }, (_, row) => {
    const y = 425 + row * 34;
    const side = row % 2 === 0 ? -80 : 760 + random() * 120;
    const width = 380 + random() * 260;
    return `<path d="M${side} ${y}C${side + width * 0.3} ${y - 16 - row},${side + width * 0.7} ${y - 10},${side + width} ${y + 4}C${side + width * 0.7} ${y + 10},${side + width * 0.3} ${y + 12 + row * 2},${side} ${y}Z" fill="${light.hills[2]}" opacity="${0.35 + row * 0.07}"/>`;
  }).join('');
  const stems = Array.from({ length: reeds }, () => {
    const edge = random();
    const x = edge < 0.5 ? random() ** 1.6 * 430 : 1200 - random() ** 1.6 * 430;
    const height = 80 + random() * 180 * (1 - Math.min(x, 1200 - x) / 520);
    const lean = (random() - 0.45) * 50;
    const top = 710 - height;
    return `<path d="M${x} 712Q${x + lean * 0.2} ${710 - height * 0.6},${x + lean} ${top}" stroke="${light.front}" stroke-width="${2 + random() * 2}" fill="none" stroke-linecap="round"/>
      <ellipse cx="${x + lean}" cy="${top - 8}" rx="${3 + random() * 2}" ry="${12 + random() * 10}" fill="${light.front}" transform="rotate(${lean * 0.5} ${x + lean} ${top})"/>`;
  }).join('');
  const birds = [
    [520, 150, 1],
    [556, 136, 0.8],
    [590, 158, 0.9],
    [630, 140, 0.65],
  ]
    .map(
      ([x, y, size]) =>
        `<path transform="translate(${x} ${y}) scale(${size})" d="M-16-3Q-8-12 0 0Q8-12 16-3" stroke="${light.front}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
    )
    .join('');
  return `<defs><linearGradient id="sky${seed}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${light.sky[0]}"/><stop offset="1" stop-color="${light.sky[1]}"/></linearGradient>
    <linearGradient id="water${seed}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${light.water[0]}"/><stop offset="1" stop-color="${light.water[1]}"/></linearGradient></defs>
    <rect width="1200" height="410" fill="url(#sky${seed})"/>
    <circle cx="${sunX}" cy="${sunY}" r="${sunR * 2.1}" fill="${light.sun}" opacity=".10"/><circle cx="${sunX}" cy="${sunY}" r="${sunR * 1.5}" fill="${light.sun}" opacity=".14"/>
    <circle cx="${sunX}" cy="${sunY}" r="${sunR}" fill="${light.sun}"/>${birds}
    <path d="M0 372C140 330 260 352 400 338C560 322 640 356 800 344C960 330 1080 350 1200 334V420H0Z" fill="${light.hills[0]}"/>
    <path d="M0 388C180 362 300 380 470 372C640 362 760 384 930 374C1060 366 1140 376 1200 370V420H0Z" fill="${light.hills[1]}"/>
    <path d="M0 402C220 390 420 400 620 395C840 388 1000 402 1200 392V420H0Z" fill="${light.hills[2]}"/>
    <rect y="406" width="1200" height="300" fill="url(#water${seed})"/>${ripples}${banks}
    ${lodges.map(([x, y, size]) => lodge(x, y, size, light)).join('')}
    <path d="M0 700V640C160 620 300 676 470 684C640 690 760 690 900 676C1030 662 1120 622 1200 632V700Z" fill="${light.front}"/>${stems}`;
}

const duskScene = marsh(dusk, 7, [
  [930, 420, 0.78],
  [1064, 414, 0.5],
]);

function wordmark(colour: string, size: number): string {
  return `<span style="font:500 ${size}px Fraunces;letter-spacing:-.02em;color:${colour}">Saltmarsh<i style="color:${coral};font-style:normal">.</i></span>`;
}

function cover(): string {
  const field = (label: string, value: string, width: number) =>
    `<div style="width:${width}px;padding-left:28px;border-left:1px solid #e4d8c2"><div style="font:700 13px Manrope;color:#7d8a83;letter-spacing:.02em">${label}</div><div style="font:600 20px Manrope;margin-top:5px">${value}</div></div>`;
  const page = `<svg width="1300" height="770" viewBox="0 0 1200 700" preserveAspectRatio="xMidYMin slice" style="position:absolute">${duskScene}</svg>
    <div style="position:absolute;left:56px;right:56px;top:34px;display:flex;align-items:center;gap:44px;font:600 17px Manrope;color:${teal}">
      ${wordmark(teal, 32)}<span style="margin-left:auto">Lodges</span><span>The marsh</span><span>Getting here</span>
      <span style="background:${teal};color:${sand};padding:13px 26px;border-radius:30px">Book a stay</span></div>
    <div style="position:absolute;left:56px;top:134px;font:400 104px/0.98 Fraunces;letter-spacing:-.035em;color:${teal}">Sleep where<br>the tide turns</div>
    <div style="position:absolute;left:170px;top:628px;width:960px;height:104px;border-radius:20px;background:#fffaf0;color:${teal};display:flex;align-items:center;padding:0 22px 0 6px;box-shadow:0 24px 50px -20px rgb(0 0 0/50%)">
      ${field('Arrive', 'Fri 12 June', 196).replace('border-left:1px solid #e4d8c2', '')}${field('Leave', 'Mon 15 June', 196)}${field('Guests', '2 and a dog', 184)}${field('Crossing', 'Low 16:20', 166)}
      <span style="margin-left:auto;background:${coral};color:#fff;font:700 18px Manrope;padding:19px 30px;border-radius:14px">See lodges</span></div>`;
  return `<body style="background:${sand}"><svg width="1500" height="1000" style="position:absolute"><circle cx="1350" cy="120" r="330" fill="${mist}" opacity=".65"/><circle cx="90" cy="930" r="300" fill="#e6cfae"/></svg>
    ${browserFrame({ x: 100, y: 92, width: 1300, height: 816, bar: '#fbf4e6', ink: teal, page })}</body>`;
}

function views(): string {
  const lodges: [string, string, string, Light, number][] = [
    ['The Curlew', 'Faces east. Light by five.', 'from £140', dawn, 11],
    ['The Samphire', 'Faces south. Sun all day.', 'from £165', noon, 12],
    ['The Sluice', 'Faces north. Bring a lantern.', 'from £125', night, 13],
  ];
  const cards = lodges
    .map(([name, line, price, light, seed], index) => {
      const x = 104 + index * 442;
      const offset = index * 60;
      return `<g transform="translate(${x} 288)"><clipPath id="arch${index}"><path d="M0 204A204 204 0 0 1 408 204V520H0Z"/></clipPath>
        <g clip-path="url(#arch${index})"><g transform="translate(${-290 + offset * -1.2} -30) scale(.8)">${marsh(light, seed, [[560 + offset, 420, 0.9]], 110)}</g></g>
        <path d="M-10 520H418" stroke="${coral}" stroke-width="6" stroke-linecap="round"/>
        <text x="0" y="576" font-family="Fraunces" font-size="38" fill="${sand}" letter-spacing="-.8">${name}</text>
        <text x="0" y="615" font-family="Manrope" font-size="20" fill="${mist}">${line}</text>
        <text x="408" y="615" text-anchor="end" font-family="Manrope" font-weight="700" font-size="20" fill="#f3a384">${price}</text></g>`;
    })
    .join('');
  return `<body style="background:${teal}">
    <svg width="1500" height="1000" style="position:absolute"><path d="M0 1000V720C300 640 520 760 800 700C1080 640 1260 720 1500 650V1000Z" fill="#0e3331"/>${cards}</svg>
    <div style="position:absolute;left:104px;right:104px;top:74px;display:flex;align-items:flex-end;color:${sand}">
      <div style="font:400 82px/1 Fraunces;letter-spacing:-.03em">Choose by the view</div>
      <div style="margin-left:auto;display:flex;gap:12px;font:600 18px Manrope;padding-bottom:10px">
      ${['All seven', 'Step-free', 'Dogs welcome'].map((filter, index) => `<span style="padding:13px 26px;border-radius:30px;${index === 0 ? `background:${coral};color:#fff` : `box-shadow:inset 0 0 0 2px #3c6763`}">${filter}</span>`).join('')}</div></div>
    <div style="position:absolute;left:108px;top:178px;font:500 23px Manrope;color:${mist}">Seven lodges, each on its own bend of the creek.</div></body>`;
}

function mobile(): string {
  const scene = (light: Light, seed: number, lodgeX: number, height: number, zoom: number, down: number) =>
    `<svg width="370" height="${height}" viewBox="0 0 ${370 / zoom} ${height / zoom}" style="position:absolute;left:0;top:0"><g transform="translate(${-lodgeX + 100} ${down})">${marsh(light, seed, [[lodgeX, 420, 1]], 100)}</g></svg>`;
  const home = `${scene(dusk, 21, 750, 804, 1.18, 14)}<div style="position:absolute;left:28px;top:76px;right:28px;color:${teal}">${wordmark(teal, 26)}
    <div style="font:400 54px/.98 Fraunces;letter-spacing:-.035em;margin-top:26px">Sleep where the tide turns</div></div>
    <div style="position:absolute;left:20px;right:20px;bottom:40px;border-radius:26px;background:#fffaf0;color:${teal};padding:24px">
      <div style="font:700 13px Manrope;color:#7d8a83">Arrive and leave</div><div style="font:600 21px Manrope;margin-top:4px">12 to 15 June</div>
      <div style="margin-top:18px;background:${coral};color:#fff;font:700 18px Manrope;text-align:center;padding:18px;border-radius:16px">See lodges</div></div>`;
  const row = (name: string, value: string) =>
    `<div style="display:flex;justify-content:space-between;padding:15px 0;border-bottom:1px solid #e6dac3;font:600 17px Manrope"><span style="color:#6c7c76">${name}</span><span>${value}</span></div>`;
  const detail = `<div style="position:absolute;left:0;top:0;width:370px;height:430px;overflow:hidden;border-radius:0 0 185px 185px">${scene(dawn, 22, 620, 430, 0.9, -70)}</div>
    <div style="position:absolute;left:28px;right:28px;top:452px"><div style="font:400 42px/1 Fraunces;letter-spacing:-.03em">The Curlew</div>
    <div style="margin-top:12px">${row('Faces', 'East')}${row('Sleeps', 'Two, and a dog')}${row('Crossing', 'Low at 16:20')}</div>
    <div style="margin-top:24px;background:${teal};color:${sand};font:700 18px Manrope;text-align:center;padding:19px;border-radius:18px">Book from £140</div></div>`;
  const hours = Array.from({ length: 37 }, (_, step) => {
    const x = step * 8.73;
    return `${step === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(95 + 62 * Math.cos(((step - 26.2) / 37) * 4 * Math.PI)).toFixed(1)}`;
  }).join('');
  const day = (number: number, mark: string) =>
    `<span style="width:44px;height:44px;display:grid;place-items:center;border-radius:22px;${mark}">${number}</span>`;
  const dates = Array.from({ length: 28 }, (_, index) => {
    const number = index + 1;
    if (number === 12 || number === 15) return day(number, `background:${coral};color:#fff`);
    if (number > 12 && number < 15) return day(number, 'background:#2c5a56');
    return day(number, number % 9 === 4 ? 'opacity:.35;text-decoration:line-through' : '');
  }).join('');
  const stay = `<div style="position:absolute;left:25px;right:25px;top:80px;color:${sand}"><div style="font:400 42px/1 Fraunces;letter-spacing:-.03em">June</div>
    <div style="display:grid;grid-template-columns:repeat(7,1fr);row-gap:7px;margin-top:24px;font:600 16px Manrope;justify-items:center">${dates}</div>
    <div style="margin-top:34px;font:700 14px Manrope;color:${mist}">Causeway on 12 June</div>
    <svg width="320" height="178" style="display:block;margin-top:8px"><path d="${hours}V178H0Z" fill="#2c5a56"/><path d="${hours}" fill="none" stroke="${mist}" stroke-width="4"/>
      <rect x="196" y="0" width="62" height="178" fill="${coral}" opacity=".28"/><circle cx="229" cy="156" r="10" fill="${coral}" stroke="${sand}" stroke-width="4"/></svg>
    <div style="margin-top:16px;font:600 19px/1.45 Manrope">Cross between 15:10 and 17:35. We leave the lamp on.</div>
    <div style="margin-top:22px;background:${coral};color:#fff;font:700 18px Manrope;text-align:center;padding:18px;border-radius:18px">Keep these dates</div></div>`;
  return `<body style="background:${coral}"><svg width="1500" height="1000" style="position:absolute"><path d="M0 620C260 540 420 700 720 610C1020 520 1200 660 1500 560V1000H0Z" fill="#cf5433"/><circle cx="750" cy="470" r="390" fill="#f0865f" opacity=".55"/></svg>
    ${phoneFrame({ x: 138, y: 190, scale: 0.93, background: '#f0b48a', ink: teal, screen: home })}
    ${phoneFrame({ x: 553, y: 70, background: '#fbf4e6', ink: teal, screen: detail })}
    ${phoneFrame({ x: 996, y: 190, scale: 0.93, background: teal, ink: sand, screen: stay })}</body>`;
}

/** Website of a guest house: teal, sand, coral, mist. */
export const saltmarshLodges: Record<string, string> = {
  'saltmarsh-lodges-cover.jpg': cover(),
  'saltmarsh-lodges-views.jpg': views(),
  'saltmarsh-lodges-mobile.jpg': mobile(),
};
