import { phoneFrame } from './phoneFrame';
import { randomFrom } from './randomFrom';

const navy = '#0a1f3c';
const deep = '#0f2f57';
const aqua = '#38c5c4';
const foam = '#e9f6f2';
const orange = '#ff8743';

/** Height of the tide, 0 low and 1 high, at an hour of the day. */
const tide = (hour: number) =>
  0.5 + 0.42 * Math.cos(((hour - 14.5) / 12.4) * 2 * Math.PI) + 0.05 * Math.sin(hour / 2);

function tidePath(width: number, height: number, from = 6, to = 22): string {
  const steps = 64;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const y = height - tide(from + ((to - from) * step) / steps) * height;
    return `${step === 0 ? 'M' : 'L'}${((step * width) / steps).toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
}

function tideChart(
  width: number,
  height: number,
  line: string,
  fill: string,
  now: number,
  ring: string,
): string {
  const path = tidePath(width, height);
  const x = ((now - 6) / 16) * width;
  const y = height - tide(now) * height;
  return `<svg width="${width}" height="${height + 40}" style="overflow:visible"><path d="${path}V${height + 40}H0Z" fill="${fill}"/>
    <path d="${path}" fill="none" stroke="${line}" stroke-width="5" stroke-linecap="round"/>
    <path d="M${x} ${y}V${height + 40}" stroke="${orange}" stroke-width="2.5" stroke-dasharray="3 7" stroke-linecap="round"/>
    <circle cx="${x}" cy="${y}" r="13" fill="${orange}" stroke="${ring}" stroke-width="5"/></svg>`;
}

/** Lines of a swell, each a little out of step with the one above. */
function swell(lines: number, top: number, gap: number, colour: string, seed: number): string {
  const random = randomFrom(seed);
  return Array.from({ length: lines }, (_, row) => {
    const y = top + row * gap;
    const lift = 16 + random() * 20;
    const shift = row * 46;
    const waves = Array.from({ length: 12 }, (__, step) => {
      const x = -1420 + shift + step * 300;
      return `C${x + 100} ${y - lift},${x + 200} ${y + lift},${x + 300} ${y}`;
    }).join('');
    return `<path d="M${-1420 + shift} ${y}${waves}" fill="none" stroke="${colour}" stroke-width="2.5" opacity="${(0.1 + (row / lines) * 0.5).toFixed(2)}"/>`;
  }).join('');
}

function todayScreen(): string {
  const slot = (time: string, name: string, people: string, strong: boolean) =>
    `<div style="display:flex;align-items:center;gap:16px;padding:16px 18px;border-radius:22px;margin-top:12px;background:${strong ? orange : 'rgb(255 255 255/7%)'};color:${strong ? navy : foam}">
      <span style="font:600 19px Space">${time}</span><span style="font:600 16px Manrope;opacity:.85">${name}</span><span style="margin-left:auto;font:700 15px Manrope">${people}</span></div>`;
  return `<div style="position:absolute;left:26px;right:26px;top:72px">
      <div style="display:flex;justify-content:space-between;font:600 15px Manrope;color:${aqua}"><span>Gull Cove</span><span>Sat 18 Oct</span></div>
      <div style="font:600 17px Manrope;margin-top:30px;opacity:.75">Your window</div>
      <div style="font:600 58px/1.05 Space;letter-spacing:-.045em;margin-top:4px">13:40<span style="color:${aqua}">–</span>15:10</div>
      <div style="font:600 16px/1.5 Manrope;margin-top:8px;opacity:.75">High water 14:30, light wind off the land.</div></div>
    <div style="position:absolute;left:0;top:306px">${tideChart(370, 150, aqua, deep, 13.1, navy)}</div>
    <div style="position:absolute;left:0;right:0;top:495px;bottom:0;background:${deep}"></div>
    <div style="position:absolute;left:22px;right:22px;top:478px;display:flex;justify-content:space-between;font:600 13px Space;color:#8fb6cf">${['06', '10', '14', '18', '22'].map((hour) => `<span>${hour}</span>`).join('')}</div>
    <div style="position:absolute;left:20px;right:20px;top:520px">${slot('13:40', 'Slipway', '6 going', true)}${slot('14:05', 'Bathing steps', '2 going', false)}${slot('17:50', 'Sunset dip', '11 going', false)}</div>`;
}

function mapScreen(): string {
  const shore = 'M-20 520C60 470 40 380 120 340C210 296 170 220 250 190C310 168 330 110 420 90';
  const depths = Array.from({ length: 13 }, (_, step) => {
    const shift = step * 34;
    return `<path d="${shore}" transform="translate(${-shift * 0.55} ${-shift})" fill="none" stroke="#fff" stroke-width="2" opacity="${(0.75 - step * 0.05).toFixed(2)}"/>`;
  }).join('');
  const pin = (x: number, y: number, label: string, fill: string, ink: string) =>
    `<g transform="translate(${x} ${y})"><path d="M0 26C-6 16-26 6-26-14A26 26 0 0 1 26-14C26 6 6 16 0 26Z" fill="${fill}"/><text y="-7" text-anchor="middle" font-family="Space" font-weight="700" font-size="17" fill="${ink}">${label}</text></g>`;
  return `<svg width="370" height="804" style="position:absolute;background:#8adcd8"><rect width="370" height="804" fill="#7fd6d3"/>${depths}
      <path d="${shore}V820H-20Z" fill="#f6e7c8"/><path d="${shore}V820H-20Z" transform="translate(34 52)" fill="#cfe3b4"/>
      <path d="M70 804C120 700 250 660 390 600" stroke="#fff" stroke-width="9" fill="none"/><path d="M70 804C120 700 250 660 390 600" stroke="#e6d3a6" stroke-width="2" stroke-dasharray="7 8" fill="none"/>
      ${pin(96, 318, '14°', orange, navy)}${pin(214, 172, '13°', navy, foam)}${pin(322, 236, '14°', navy, foam)}</svg>
    <div style="position:absolute;left:20px;right:20px;top:64px;height:56px;border-radius:28px;background:#fff;color:${navy};display:flex;align-items:center;gap:12px;padding:0 22px;font:600 17px Manrope;box-shadow:0 10px 24px -10px rgb(10 31 60/40%)">
      <svg width="20" height="20" fill="none" stroke="${navy}" stroke-width="2.6" stroke-linecap="round"><circle cx="8.5" cy="8.5" r="6.5"/><path d="M13.5 13.5L18 18"/></svg>Where are you going in?</div>
    <div style="position:absolute;left:14px;right:14px;bottom:30px;border-radius:36px;background:#fff;color:${navy};padding:26px">
      <div style="display:flex;justify-content:space-between;align-items:center"><span style="font:700 26px Bricolage;letter-spacing:-.02em">Gull Cove</span><span style="font:700 14px Manrope;background:#d8f3ea;color:#0b5a4c;padding:8px 14px;border-radius:20px">Clean water</span></div>
      <div style="display:grid;grid-template-columns:repeat(3,1fr);gap:10px;margin-top:20px">
      ${[
        ['Water', '14°'],
        ['Wind', '6 kn'],
        ['Entry', 'Sand'],
      ]
        .map(
          ([name, value]) =>
            `<div style="background:${foam};border-radius:20px;padding:15px 16px"><div style="font:600 13px Manrope;color:#52708a">${name}</div><div style="font:600 23px Space;margin-top:3px">${value}</div></div>`,
        )
        .join('')}</div>
      <div style="margin-top:18px;background:${navy};color:#fff;font:700 17px Manrope;text-align:center;padding:19px;border-radius:24px">Plan a swim</div></div>`;
}

function logScreen(): string {
  const ring = (radius: number, part: number, colour: string) => {
    const round = 2 * Math.PI * radius;
    return `<circle cx="140" cy="140" r="${radius}" fill="none" stroke="${colour}" stroke-width="22" opacity=".22"/><circle cx="140" cy="140" r="${radius}" fill="none" stroke="${colour}" stroke-width="22" stroke-linecap="round" stroke-dasharray="${round * part} ${round}" transform="rotate(-90 140 140)"/>`;
  };
  const bars = [34, 58, 20, 76, 46, 90, 62, 28, 70, 84, 52, 66]
    .map(
      (height, index) =>
        `<rect x="${index * 27}" y="${96 - height}" width="17" height="${height}" rx="8.5" fill="${index === 9 ? orange : '#a9d9d6'}"/>`,
    )
    .join('');
  return `<div style="position:absolute;left:28px;right:28px;top:78px;color:${navy}"><div style="font:700 34px/1 Bricolage;letter-spacing:-.03em">October</div>
    <svg width="280" height="280" style="margin:26px auto 0">${ring(122, 0.78, aqua)}${ring(92, 0.62, orange)}${ring(62, 0.44, deep)}
      <text x="140" y="152" text-anchor="middle" font-family="Space" font-weight="600" font-size="42" fill="${navy}" letter-spacing="-2">17</text></svg>
    <div style="display:flex;justify-content:space-between;margin-top:26px;font:600 15px Manrope">
      <span><i style="display:inline-block;width:12px;height:12px;border-radius:6px;background:${aqua};margin-right:8px"></i>9.4 km</span>
      <span><i style="display:inline-block;width:12px;height:12px;border-radius:6px;background:${orange};margin-right:8px"></i>5 h 20</span>
      <span><i style="display:inline-block;width:12px;height:12px;border-radius:6px;background:${deep};margin-right:8px"></i>17 swims</span></div>
    <div style="margin-top:28px;padding:22px 0 0;border-top:2px solid #cfe7e1"><div style="font:600 15px Manrope;color:#52708a">Minutes in the water</div>
    <svg width="314" height="96" style="margin-top:14px">${bars}</svg></div>
    <div style="margin-top:24px;border-radius:22px;background:#d9efe9;padding:16px 20px;display:flex;justify-content:space-between;font:600 16px Manrope"><span>Sat 18 Oct, Slipway</span><span style="font-family:Space">42 min</span></div></div>`;
}

function windScreen(): string {
  const hours = [
    ['12', 9, 200],
    ['13', 7, 215],
    ['14', 6, 230],
    ['15', 6, 240],
    ['16', 8, 255],
    ['17', 11, 270],
  ] as const;
  return `<svg width="370" height="804" style="position:absolute">${swell(16, 430, 26, '#fff', 9)}</svg>
    <div style="position:absolute;left:28px;right:28px;top:82px;color:${navy}"><div style="font:700 34px/1 Bricolage;letter-spacing:-.03em">Is it rough?</div>
    <div style="font:600 17px/1.5 Manrope;margin-top:14px">Not until five. The headland keeps the swell out.</div>
    <div style="margin-top:26px;border-radius:30px;background:${orange};padding:10px 20px">
    ${hours
      .map(
        ([hour, knots, direction]) =>
          `<div style="display:flex;align-items:center;gap:16px;height:57px;border-bottom:${hour === '17' ? 0 : 2}px solid rgb(10 31 60/12%);font:600 18px Space"><span style="width:34px">${hour}</span>
          <svg width="26" height="26" style="transform:rotate(${direction}deg)"><path d="M13 2L21 23L13 18L5 23Z" fill="${navy}"/></svg>
          <span style="height:10px;border-radius:5px;background:${navy};width:${knots * 11}px"></span><span style="margin-left:auto;white-space:nowrap">${knots} kn</span></div>`,
      )
      .join('')}</div></div>`;
}

function cover(): string {
  return `<body style="background:${navy}"><svg width="1500" height="1000" style="position:absolute"><circle cx="400" cy="330" r="190" fill="${orange}"/><rect y="430" width="1500" height="600" fill="${navy}"/>
      ${swell(20, 436, 30, aqua, 3)}</svg>
    <div style="position:absolute;left:96px;top:84px;display:flex;align-items:center;gap:16px;color:${foam};font:700 34px Bricolage;letter-spacing:-.02em">
      <svg width="52" height="52"><rect width="52" height="52" rx="15" fill="${aqua}"/><path d="M8 32C14 24 20 24 26 32S38 40 44 32" fill="none" stroke="${navy}" stroke-width="6" stroke-linecap="round"/></svg>Tideline</div>
    <div style="position:absolute;left:92px;bottom:92px;color:${foam};font:700 112px/.95 Bricolage;letter-spacing:-.045em">Know<br>when to<br>go in.</div>
    ${phoneFrame({ x: 1060, y: 120, scale: 0.98, rotate: 7, background: '#7fd6d3', ink: navy, screen: mapScreen() })}
    ${phoneFrame({ x: 694, y: 112, scale: 1.04, rotate: -4, background: navy, ink: foam, screen: todayScreen() })}</body>`;
}

function screens(): string {
  const at = (index: number) => ({ x: 66 + index * 350, y: index % 2 === 0 ? 90 : 214, scale: 0.81 });
  return `<body style="background:${foam}"><svg width="1500" height="1000" style="position:absolute"><path d="M0 560C200 500 330 620 560 560S900 480 1120 560S1380 620 1500 540V1000H0Z" fill="${aqua}"/>
      <path d="M0 700C220 640 380 760 620 700S980 620 1180 700S1400 740 1500 690V1000H0Z" fill="#22a9b0"/><path d="M0 850C240 800 420 900 660 850S1020 790 1240 850S1420 890 1500 850V1000H0Z" fill="#0f7d92"/></svg>
    ${phoneFrame({ ...at(0), background: navy, ink: foam, screen: todayScreen() })}${phoneFrame({ ...at(1), background: '#7fd6d3', ink: navy, screen: mapScreen() })}
    ${phoneFrame({ ...at(2), background: '#ffc59f', ink: navy, screen: windScreen() })}${phoneFrame({ ...at(3), background: '#f4fbf9', ink: navy, screen: logScreen() })}</body>`;
}

function widgets(): string {
  const tile = (x: number, y: number, width: number, height: number, look: string, content: string) =>
    `<div style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;border-radius:44px;overflow:hidden;${look}">${content}</div>`;
  const label = (text: string, more = '') =>
    `<div style="position:absolute;left:32px;top:28px;font:700 20px Manrope;${more}">${text}</div>`;
  const compass = Array.from({ length: 60 }, (_, step) => {
    const long = step % 15 === 0;
    return `<path d="M0-118V${long ? -96 : -108}" transform="rotate(${step * 6})" stroke="${navy}" stroke-width="${long ? 5 : 2.5}" stroke-linecap="round" opacity="${long ? 1 : 0.4}"/>`;
  }).join('');
  const phases = [0.18, 0.42, 0.7, 1, 0.7]
    .map((light, index) => {
      const x = 60 + index * 75;
      const bulge = 28 * (light * 2 - 1);
      return `<circle cx="${x}" cy="46" r="28" fill="#16375f"/><path d="M${x} 18A28 28 0 0 ${index < 4 ? 1 : 0} ${x} 74A${Math.abs(bulge)} 28 0 0 ${index < 4 ? (bulge > 0 ? 1 : 0) : bulge > 0 ? 0 : 1} ${x} 18Z" fill="#f8efd2"/>`;
    })
    .join('');
  return `<body style="background:#d5ece7">
    ${tile(
      70,
      70,
      860,
      410,
      `background:${navy};color:${foam}`,
      `${label('Gull Cove today')}<div style="position:absolute;right:34px;top:22px;font:600 30px Space;color:${aqua}">4.6 m</div><div style="position:absolute;left:0;top:150px">${tideChart(860, 190, aqua, deep, 13.1, navy)}</div><div style="position:absolute;left:0;right:0;bottom:0;height:30px;background:${deep}"></div>
      <div style="position:absolute;left:32px;top:66px;font:600 66px Space;letter-spacing:-.045em">13:40<span style="color:${aqua}">–</span>15:10</div>`,
    )}
    ${tile(960, 70, 470, 410, `background:${orange};color:${navy}`, `${label('Wind')}<svg width="470" height="410"><g transform="translate(235 222)">${compass}<path d="M0-82L26 56L0 38L-26 56Z" fill="${navy}" transform="rotate(225)"/></g></svg><div style="position:absolute;right:32px;top:22px;font:600 30px Space">6 kn</div>`)}
    ${tile(70, 510, 410, 420, `background:${aqua};color:${navy}`, `${label('Water')}<svg width="410" height="420" style="position:absolute"><path d="M0 268C70 236 130 300 205 268S340 236 410 268V420H0Z" fill="#1b9fa6"/><path d="M0 328C70 300 130 356 205 328S340 300 410 328V420H0Z" fill="#0f7d92"/></svg><div style="position:absolute;left:28px;top:64px;font:600 150px/1 Space;letter-spacing:-.06em">14°</div>`)}
    ${tile(510, 510, 420, 195, `background:${navy};color:${foam}`, `${label('Moon')}<svg width="420" height="110" style="position:absolute;top:72px">${phases}</svg>`)}
    ${tile(
      510,
      735,
      420,
      195,
      'background:#fff',
      `<div style="position:absolute;left:30px;top:48px;display:flex">${[
        ['#f6c9ad', navy],
        ['#c98f6b', aqua],
        ['#8a5a3c', orange],
        ['#f1d3bd', '#5f8f3f'],
      ]
        .map(
          ([skin, cap]) =>
            `<svg width="76" height="100" style="margin-right:-6px"><circle cx="38" cy="46" r="36" fill="#d5ece7"/><circle cx="38" cy="48" r="20" fill="${skin}"/><path d="M17 44A21 21 0 0 1 59 44Q38 36 17 44Z" fill="${cap}"/><path d="M4 72Q21 62 38 72T72 72" stroke="${aqua}" stroke-width="6" fill="none" stroke-linecap="round"/></svg>`,
        )
        .join(
          '',
        )}</div><div style="position:absolute;right:34px;top:54px;text-align:right;color:${navy}"><div style="font:600 50px/1 Space">6</div><div style="font:700 17px Manrope;margin-top:6px">going in</div></div>`,
    )}
    ${tile(
      960,
      510,
      470,
      420,
      'background:#f8efd9',
      `<svg width="470" height="420"><rect width="470" height="420" fill="#ffd3ae"/><circle cx="300" cy="212" r="104" fill="${orange}"/><rect y="240" width="470" height="180" fill="${deep}"/>${swell(9, 262, 22, aqua, 5)}
      <path d="M0 240L70 150L112 178L160 118L214 240Z" fill="${navy}"/></svg><div style="position:absolute;left:32px;top:26px;font:700 20px Manrope;color:${navy}">Sunset dip</div><div style="position:absolute;left:32px;bottom:24px;font:600 60px Space;letter-spacing:-.04em;color:${foam}">17:50</div>`,
    )}</body>`;
}

/** App for sea swimmers: navy, aqua, foam, orange. */
export const tideline: Record<string, string> = {
  'tideline-cover.jpg': cover(),
  'tideline-screens.jpg': screens(),
  'tideline-widgets.jpg': widgets(),
};
