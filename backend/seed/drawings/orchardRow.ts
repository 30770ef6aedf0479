import { randomFrom } from './randomFrom';

const cream = '#fbf2df';
const plum = '#5a1e3c';
const green = '#39643a';
const pear = '#b9be45';
const apricot = '#f3a04f';
const red = '#d4452f';

/** Fruit, each about 200 by 240 around its middle. */
const fruit = {
  pear: `<path d="M4-96C34-98 44-64 50-36C58-6 92 18 92 62C92 106 52 128 4 128S-84 106-84 62C-84 18-50-6-42-36C-36-64-26-94 4-96Z" fill="${pear}"/><path d="M30-52C40-18 78 10 78 62C78 98 50 122 16 127C66 124 92 100 92 62C92 18 58-6 50-36C46-56 42-74 32-86C34-74 28-62 30-52Z" fill="#98a02f"/><path d="M-52 44C-50 22-34 12-28-6" stroke="#dfe28c" stroke-width="12" stroke-linecap="round" fill="none"/><path d="M4-94C2-112 8-124 18-134" stroke="${plum}" stroke-width="9" stroke-linecap="round" fill="none"/><path d="M12-112C36-140 72-134 84-118C62-100 32-98 12-112Z" fill="${green}"/>`,
  apple: `<path d="M0-66C30-92 100-84 100-8C100 62 56 112 22 112C10 112 8 106 0 106S-10 112-22 112C-56 112-100 62-100-8C-100-84-30-92 0-66Z" fill="${red}"/><path d="M52-80C74-60 80-34 78-2C74 56 42 100 12 109C16 111 18 112 22 112C56 112 100 62 100-8C100-52 78-76 52-80Z" fill="#ad2f22"/><path d="M-70-8C-72-34-58-52-40-54" stroke="#f28d73" stroke-width="12" stroke-linecap="round" fill="none"/><path d="M0-62C-2-84 2-100 14-114" stroke="${plum}" stroke-width="9" stroke-linecap="round" fill="none"/><path d="M6-86C26-118 62-118 78-104C60-82 30-74 6-86Z" fill="${green}"/>`,
  plum: `<path d="M0-84C56-84 92-42 92 14C92 72 50 112 0 112S-92 72-92 14C-92-42-56-84 0-84Z" fill="#7d2f5c"/><path d="M34-76C66-54 76-24 74 16C70 66 40 102 4 112C52 110 92 70 92 14C92-30 70-64 34-76Z" fill="${plum}"/><path d="M-6-82C-26-40-26 50-4 108" stroke="#5f2248" stroke-width="6" fill="none"/><path d="M-64 20C-66-10-54-32-40-42" stroke="#c185ab" stroke-width="12" stroke-linecap="round" fill="none"/><path d="M0-82C-2-98 4-112 12-120" stroke="${plum}" stroke-width="9" stroke-linecap="round" fill="none"/><path d="M4-100C-20-126-54-120-66-106C-48-90-20-88 4-100Z" fill="${green}"/>`,
  apricot: `<path d="M0-78C58-84 98-42 98 14C98 70 54 108 0 108S-98 70-98 14C-98-42-58-84 0-78Z" fill="${apricot}"/><path d="M40-74C72-52 80-22 78 16C74 64 44 98 8 108C58 106 98 70 98 14C98-30 76-66 40-74Z" fill="#e07f35"/><path d="M0-78C26-40 28 48 2 104" stroke="#e07f35" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M-70 22C-72-8-60-28-46-38" stroke="#ffd39c" stroke-width="12" stroke-linecap="round" fill="none"/><path d="M4-80C20-116 58-120 76-106C62-82 32-70 4-80Z" fill="${green}"/>`,
  cherry: `<path d="M-44 40C-34-30 0-90 48-120C54-60 60-10 54 30" stroke="${green}" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M48-118C14-136-22-124-34-104C-8-90 28-94 48-118Z" fill="${green}"/><circle cx="-48" cy="66" r="50" fill="${red}"/><path d="M-30 20A50 50 0 0 1-58 115A50 50 0 0 0-30 20Z" fill="#ad2f22"/><circle cx="56" cy="62" r="50" fill="${red}"/><path d="M74 16A50 50 0 0 1 46 111A50 50 0 0 0 74 16Z" fill="#ad2f22"/><path d="M-78 62A30 30 0 0 1-62 42M26 58A30 30 0 0 1 42 38" stroke="#f28d73" stroke-width="9" stroke-linecap="round" fill="none"/>`,
  half: `<path d="M0-92C28-92 40-62 46-36C54-6 86 18 86 60C86 102 48 122 0 122S-86 102-86 60C-86 18-54-6-46-36C-40-62-28-92 0-92Z" fill="${pear}"/><path d="M0-78C20-78 28-54 34-30C42 2 72 22 72 60C72 94 40 110 0 110S-72 94-72 60C-72 22-42 2-34-30C-28-54-20-78 0-78Z" fill="#fdf6d8"/><path d="M0-66V6" stroke="#e3dfae" stroke-width="5" stroke-linecap="round"/><ellipse cx="0" cy="54" rx="34" ry="38" fill="#efe6b5"/><path d="M-6 36C-20 46-20 66-8 76C0 64 0 48-6 36Z" fill="${plum}"/><path d="M6 36C20 46 20 66 8 76C0 64 0 48 6 36Z" fill="${plum}"/>`,
  leaf: `<path d="M-80 50C-70-40 10-90 90-80C96 6 30 80-60 66Z" fill="${green}"/><path d="M-92 76C-50 30 10-20 70-62" stroke="#9fb872" stroke-width="7" stroke-linecap="round" fill="none"/>`,
} as const;

function place(name: keyof typeof fruit, x: number, y: number, size: number, turn = 0): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${fruit[name]}</g>`;
}

const logo = (colour: string, size: number) =>
  `<span style="font:600 ${size}px Fraunces;letter-spacing:-.03em;color:${colour}">Orchard Row</span>`;

function crate(): string {
  const board = (y: number, height: number, shade: string) =>
    `<rect x="770" y="${y}" width="660" height="${height}" rx="8" fill="${shade}"/>`;
  return `<circle cx="1110" cy="500" r="400" fill="#f6c98e"/>
    ${place('leaf', 800, 360, 1, -30)}${place('leaf', 1400, 330, 1.05, 70)}
    ${place('apple', 870, 470, 1.15, -12)}${place('pear', 1030, 400, 1.35, -8)}${place('plum', 1190, 440, 1.05, 10)}${place('apple', 1330, 470, 1.1, 14)}
    ${place('apricot', 858, 604, 0.98, -8)}${place('half', 990, 590, 1.12, 12)}${place('apricot', 1120, 600, 1.08, 6)}${place('pear', 1265, 560, 1.1, 18)}${place('plum', 1352, 606, 0.92, -6)}
    ${place('cherry', 1080, 650, 0.9, -10)}
    ${board(690, 72, '#c9814a')}${board(774, 72, '#b9713d')}${board(858, 72, '#a96433')}
    <rect x="748" y="660" width="44" height="296" rx="8" fill="#8d5128"/><rect x="1408" y="660" width="44" height="296" rx="8" fill="#8d5128"/>
    ${[726, 810, 894].map((y) => `<circle cx="770" cy="${y}" r="6" fill="#5f3418"/><circle cx="1430" cy="${y}" r="6" fill="#5f3418"/>`).join('')}
    <g transform="translate(1100 810)"><rect x="-150" y="-62" width="300" height="124" rx="10" fill="${cream}"/><text y="-4" text-anchor="middle" font-family="Fraunces" font-weight="600" font-size="40" fill="${plum}" letter-spacing="-1">Orchard Row</text><text y="36" text-anchor="middle" font-family="Manrope" font-weight="600" font-size="20" fill="${green}">Week 38, 6 kg</text></g>`;
}

function cover(): string {
  return `<body style="background:${cream}"><svg width="1500" height="1000" style="position:absolute"><rect y="930" width="1500" height="70" fill="${green}"/>${crate()}</svg>
    <div style="position:absolute;left:84px;right:84px;top:52px;display:flex;align-items:center;gap:46px;font:600 20px Manrope;color:${plum}">${logo(plum, 38)}
      <span style="margin-left:auto">This week</span><span>Growers</span><span>Recipes</span><span style="background:${plum};color:${cream};border-radius:40px;padding:16px 30px">Basket, 2</span></div>
    <div style="position:absolute;left:80px;top:236px;color:${plum}"><div style="font:500 112px/.95 Fraunces;letter-spacing:-.045em">Fruit from<br>the next<br>field over</div>
      <div style="font:500 25px/1.5 Manrope;margin-top:38px;width:500px">Picked on Tuesday, boxed on Wednesday, on your step by Thursday tea.</div>
      <div style="display:flex;gap:16px;margin-top:42px;font:700 22px Manrope"><span style="background:${red};color:#fff;border-radius:40px;padding:23px 38px">Start a box</span><span style="border-radius:40px;padding:23px 38px;box-shadow:inset 0 0 0 3px ${plum}">What is ripe</span></div></div></body>`;
}

function shop(): string {
  const items: [keyof typeof fruit, string, string, string, string, string][] = [
    ['pear', 'Early pears', 'Soft by Sunday', '£4.20', '#e6e6a6', plum],
    ['plum', 'Hedge plums', 'For jam or now', '£3.60', '#e3c3d6', plum],
    ['apricot', 'Apricots', 'The last ten trays', '£5.10', '#ffdcaf', plum],
    ['apple', 'Red russets', 'Keep until March', '£3.90', '#f6c3b4', plum],
    ['cherry', 'Late cherries', 'By the punnet', '£4.80', plum, cream],
    ['half', 'Perry pears', 'Not for eating raw', '£2.90', green, cream],
  ];
  const cards = items
    .map(([name, title, line, price, ground, ink], index) => {
      const x = 424 + (index % 3) * 344;
      const y = 52 + Math.floor(index / 3) * 454;
      return `<div style="position:absolute;left:${x}px;top:${y}px;width:324px;height:434px;border-radius:30px;background:${ground};color:${ink}">
        <svg width="324" height="300" viewBox="-162 -160 324 300" style="position:absolute">${place(name, 0, 8, 0.98, index % 2 === 0 ? -7 : 8)}</svg>
        <div style="position:absolute;left:28px;bottom:58px;font:600 29px Fraunces;letter-spacing:-.02em">${title}</div><div style="position:absolute;left:28px;bottom:28px;font:600 16px Manrope;opacity:.75">${line}</div>
        <div style="position:absolute;right:22px;bottom:26px;font:700 18px Manrope;background:${ink};color:${ground};border-radius:26px;padding:11px 17px">${price}</div></div>`;
    })
    .join('');
  const filter = (text: string, on: boolean) =>
    `<div style="display:flex;align-items:center;gap:15px;font:600 20px Manrope;margin-top:19px"><span style="width:30px;height:30px;border-radius:10px;display:grid;place-items:center;${on ? `background:${green}` : 'box-shadow:inset 0 0 0 2.5px #cdbf9f'}">${on ? '<svg width="18" height="14" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"><path d="M2 7L7 12L16 2"/></svg>' : ''}</span>${text}</div>`;
  return `<body style="background:${cream};color:${plum}">${cards}
    <div style="position:absolute;left:64px;top:58px;width:310px">${logo(plum, 36)}
      <div style="font:500 58px/1 Fraunces;letter-spacing:-.04em;margin-top:70px">Ripe<br>this week</div>
      <div style="margin-top:34px">${filter('Eat today', true)}${filter('Keeps a month', true)}${filter('For baking', false)}${filter('For pressing', false)}</div>
      <div style="margin-top:52px;border-radius:30px;background:${red};color:#fff;padding:30px"><div style="font:600 19px Manrope">Your Thursday box</div>
      <svg width="250" height="120" viewBox="0 0 250 120" style="margin:16px 0">${place('pear', 42, 62, 0.42)}${place('plum', 125, 66, 0.42)}${place('apricot', 208, 64, 0.42)}<rect y="100" width="250" height="16" rx="8" fill="#a82f1d"/><rect y="100" width="176" height="16" rx="8" fill="${cream}"/></svg>
      <div style="font:600 19px/1.4 Manrope">4.2 of 6 kg. Room for something odd.</div></div></div></body>`;
}

function pattern(): string {
  const names: (keyof typeof fruit)[] = [
    'pear',
    'cherry',
    'apricot',
    'leaf',
    'half',
    'plum',
    'apple',
    'leaf',
  ];
  const random = randomFrom(4);
  const pieces: string[] = [];
  for (let column = -1; column < 9; column += 1) {
    for (let row = -1; row < 6; row += 1) {
      const name = names[(column * 3 + row * 2 + 80) % names.length] ?? 'leaf';
      const x = column * 196 + 40;
      const y = row * 214 + (column % 2 === 0 ? 0 : 107) + 60;
      pieces.push(place(name, x, y, name === 'leaf' ? 0.5 : 0.66, (random() - 0.5) * 50));
      pieces.push(
        `<circle cx="${x + 98}" cy="${y + (column % 2 === 0 ? -2 : -2)}" r="6" fill="${apricot}" opacity=".8"/>`,
      );
    }
  }
  return `<body style="background:#431530"><svg width="1500" height="1000" style="position:absolute">${pieces.join('')}</svg>
    <div style="position:absolute;left:500px;top:250px;width:500px;height:500px;border-radius:250px;background:${cream};box-shadow:0 0 0 16px #431530,0 0 0 22px ${apricot};display:grid;place-items:center;text-align:center;color:${plum}"><div>
      <svg width="120" height="130" viewBox="-100 -145 200 280" style="margin:0 auto 14px">${place('pear', 0, 0, 1)}</svg>
      <div style="font:600 84px/.92 Fraunces;letter-spacing:-.045em">Orchard<br>Row</div><div style="font:700 21px Manrope;color:${green};margin-top:24px">Eleven growers, one box</div></div></div></body>`;
}

/** Shop for fruit boxes: cream, plum, green, apricot and red. */
export const orchardRow: Record<string, string> = {
  'orchard-row-cover.jpg': cover(),
  'orchard-row-shop.jpg': shop(),
  'orchard-row-pattern.jpg': pattern(),
};
