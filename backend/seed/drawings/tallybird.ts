import { browserFrame } from './browserFrame';
import { randomFrom } from './randomFrom';

const ink = '#17161f';
const raised = '#211f2d';
const line = '#322f42';
const lime = '#c9f252';
const lilac = '#b8a8ff';
const paper = '#f4f1ea';
const rose = '#ff9d8a';
const dim = '#918da6';

function bird(size: number, colour: string, eye: string): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 60 60"><path d="M6 46C6 24 20 10 38 10C46 10 51 16 51 23L58 26L51 29C50 41 40 50 27 50H6Z" fill="${colour}"/><path d="M14 46C18 34 26 28 38 28C36 40 28 47 18 48Z" fill="${eye}" opacity=".28"/><circle cx="41" cy="21" r="3.6" fill="${eye}"/></svg>`;
}

const months = ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar'];
const income: [number, number, number][] = [
  [62, 40, 12],
  [70, 36, 20],
  [58, 52, 16],
  [84, 40, 22],
  [76, 58, 18],
  [66, 44, 26],
  [92, 60, 20],
  [104, 54, 30],
  [120, 72, 34],
  [80, 50, 22],
  [72, 46, 18],
  [88, 58, 26],
];

function bars(width: number, height: number, labels: string): string {
  const step = width / 12;
  return `<svg width="${width}" height="${height + 34}">${[0, 1, 2, 3].map((row) => `<path d="M0 ${(row * height) / 3.2 + 8}H${width}" stroke="${line}" stroke-width="1.5" stroke-dasharray="2 7" stroke-linecap="round"/>`).join('')}
    ${income
      .map((parts, index) => {
        let y = height;
        const column = parts
          .map((part, layer) => {
            const tall = (part / 236) * height;
            y -= tall;
            return `<rect x="${index * step + step * 0.2}" y="${y + 3}" width="${step * 0.6}" height="${tall - 3}" rx="6" fill="${[lime, lilac, rose][layer]}"/>`;
          })
          .join('');
        return `<g opacity="${index < 8 ? 1 : 0.36}">${column}</g><text x="${index * step + step / 2}" y="${height + 27}" text-anchor="middle" font-family="Manrope" font-weight="600" font-size="13" fill="${labels}">${months[index]}</text>`;
      })
      .join('')}</svg>`;
}

function donut(size: number, parts: [number, string][], hole: string, label: string, ground: string): string {
  const round = Math.PI * 2 * 70;
  let at = 0;
  const rings = parts
    .map(([part, colour]) => {
      const ring = `<circle cx="100" cy="100" r="70" fill="none" stroke="${colour}" stroke-width="30" stroke-dasharray="${round * part - 5} ${round}" stroke-dashoffset="${-round * at}" transform="rotate(-90 100 100)"/>`;
      at += part;
      return ring;
    })
    .join('');
  return `<svg width="${size}" height="${size}" viewBox="0 0 200 200"><circle cx="100" cy="100" r="70" fill="none" stroke="${ground}" stroke-width="30"/>${rings}
    <text x="100" y="111" text-anchor="middle" font-family="Space" font-weight="600" font-size="34" fill="${hole}" letter-spacing="-1.5">${label}</text></svg>`;
}

function dashboard(): string {
  const icons = [
    'M3 11L12 3L21 11V21H3Z',
    'M4 20V10M12 20V4M20 20V13',
    'M3 7H21M3 12H21M3 17H14',
    'M12 3A9 9 0 1 0 21 12H12Z',
    'M4 8H20V20H4ZM8 8V4H16V8',
  ];
  const kpi = (x: number, name: string, value: string, change: string, colour: string, seed: number) => {
    const random = randomFrom(seed);
    let y = 34;
    const path = Array.from({ length: 10 }, (_, step) => {
      y = Math.max(6, Math.min(44, y - 3 + (random() - 0.5) * 20));
      return `${step === 0 ? 'M' : 'L'}${step * 13} ${y}`;
    }).join('');
    return `<div style="position:absolute;left:${x}px;top:122px;width:389px;height:142px;border-radius:22px;background:${raised};padding:22px 24px">
      <div style="font:600 15px Manrope;color:${dim}">${name}</div><div style="font:600 38px Space;letter-spacing:-.04em;margin-top:8px">${value}</div>
      <div style="font:700 14px Manrope;color:${colour};margin-top:6px">${change}</div>
      <svg width="120" height="50" style="position:absolute;right:28px;bottom:44px"><path d="${path}" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg></div>`;
  };
  const rows = [
    ['Hall roof appeal', 'Restricted', '£12,480', lilac],
    ['Saturday suppers', 'Open', '£3,905', lime],
    ['Minibus', 'Restricted', '£8,120', lilac],
    ['Reserve', 'Held', '£15,000', rose],
  ]
    .map(
      ([name, kind, sum, colour]) =>
        `<div style="display:flex;align-items:center;height:68px;border-top:1.5px solid ${line};font:600 16px Manrope"><i style="width:12px;height:12px;border-radius:4px;background:${colour};margin-right:14px"></i><span style="width:200px">${name}</span>
        <span style="font-size:13px;color:${colour};box-shadow:inset 0 0 0 1.5px ${line};padding:6px 12px;border-radius:14px">${kind}</span><span style="margin-left:auto;font-family:Space">${sum}</span></div>`,
    )
    .join('');
  return `<div style="position:absolute;inset:0;background:${ink};color:${paper}">
    <div style="position:absolute;left:0;top:0;bottom:0;width:96px;background:${raised};display:flex;flex-direction:column;align-items:center;gap:14px;padding-top:30px">${bird(46, lime, ink)}<div style="height:18px"></div>
      ${icons.map((icon, index) => `<div style="width:54px;height:54px;border-radius:17px;display:grid;place-items:center;${index === 0 ? `background:${lilac}` : ''}"><svg width="24" height="24" fill="none" stroke="${index === 0 ? ink : dim}" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"><path d="${icon}"/></svg></div>`).join('')}</div>
    <div style="position:absolute;left:136px;top:36px;font:600 36px Space;letter-spacing:-.035em">Good evening, treasurer</div>
    <div style="position:absolute;right:40px;top:34px;background:${lime};color:${ink};font:700 17px Manrope;border-radius:16px;padding:15px 26px">Close November</div>
    ${kpi(136, 'In the bank', '£48,210', '+£2,140 this month', lime, 8)}${kpi(549.5, 'Free to spend', '£11,905', 'Four months of costs', lilac, 26)}${kpi(963, 'Gift aid to claim', '£1,318', 'Due in 12 days', rose, 5)}
    <div style="position:absolute;left:136px;top:290px;width:596px;height:540px;border-radius:22px;background:${raised};padding:26px 28px"><div style="display:flex;font:700 18px Manrope">Income<span style="margin-left:auto;display:flex;gap:18px;font-weight:600;font-size:14px;color:${dim}"><span style="color:${lime}">Gifts</span><span style="color:${lilac}">Grants</span><span style="color:${rose}">Events</span></span></div>
      <div style="margin-top:26px">${bars(540, 376, dim)}</div></div>
    <div style="position:absolute;left:756px;top:290px;width:596px;height:540px;border-radius:22px;background:${raised};padding:26px 28px"><div style="display:flex;align-items:center"><div><div style="font:700 18px Manrope">Funds</div><div style="font:600 15px/1.5 Manrope;color:${dim};margin-top:10px;width:260px">More than half of the money has a purpose that its givers chose.</div></div><div style="margin-left:auto">${donut(
      164,
      [
        [0.52, lilac],
        [0.1, lime],
        [0.38, rose],
      ],
      paper,
      '£39k',
      line,
    )}</div></div><div style="margin-top:14px">${rows}</div></div></div>`;
}

function cover(): string {
  return `<body style="background:${lilac}"><svg width="1500" height="1000" style="position:absolute"><path d="M0 0H640L0 620Z" fill="#c6b9ff"/><circle cx="1420" cy="960" r="420" fill="#a795fb"/></svg>
    <div style="position:absolute;left:1130px;top:-150px;transform:rotate(8deg)">${bird(420, lime, ink)}</div>
    ${browserFrame({ x: 54, y: 118, width: 1392, height: 940, bar: '#2a2738', ink: paper, page: dashboard() })}</body>`;
}

function components(): string {
  const card = (x: number, y: number, width: number, height: number, look: string, content: string) =>
    `<div style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;border-radius:30px;${look}">${content}</div>`;
  const swatches = [ink, lilac, lime, rose, '#fff']
    .map(
      (colour, index) =>
        `<div style="position:absolute;left:${index * 92}px;top:0;width:124px;height:124px;border-radius:62px;background:${colour};box-shadow:0 0 0 6px ${paper}"></div>`,
    )
    .join('');
  const toggle = (on: boolean) =>
    `<span style="width:78px;height:44px;border-radius:22px;background:${on ? ink : '#d5d0c4'};position:relative;display:block"><i style="position:absolute;top:5px;left:${on ? 39 : 5}px;width:34px;height:34px;border-radius:17px;background:${on ? lime : '#fff'}"></i></span>`;
  const tick = `<span style="width:40px;height:40px;border-radius:12px;background:${ink};display:grid;place-items:center"><svg width="22" height="18" fill="none" stroke="${lime}" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"><path d="M3 9L9 15L19 3"/></svg></span>`;
  const steps = ['Check', 'Match', 'Claim', 'Review', 'Sign', 'Send']
    .map(
      (step, index) =>
        `<div style="text-align:center;width:98px"><div style="margin:0 auto;width:54px;height:54px;border-radius:27px;display:grid;place-items:center;font:600 21px Space;${index < 3 ? `background:${lime};color:${ink}` : index === 3 ? `background:${ink};color:${lime};box-shadow:0 0 0 6px ${lilac}` : `background:#fff;box-shadow:inset 0 0 0 2.5px #cfc9bb;color:#6f6a5d`}">${index + 1}</div><div style="font:700 15px Manrope;margin-top:13px">${step}</div></div>`,
    )
    .join('');
  return `<body style="background:${paper};color:${ink}">
    <div style="position:absolute;left:76px;top:66px;display:flex;gap:20px;align-items:center">${bird(70, ink, lime)}<span style="font:600 40px Space;letter-spacing:-.04em">Tallybird parts</span></div>
    <div style="position:absolute;left:920px;top:58px;width:520px;height:124px">${swatches}</div>
    ${card(76, 222, 430, 372, `background:${lilac}`, `<div style="position:absolute;left:32px;top:-6px;font:600 250px/1.1 Space;letter-spacing:-.07em">Aa</div><div style="position:absolute;left:36px;bottom:30px;font:600 21px/1.4 Manrope">Figures in a font whose<br>columns always line up.</div><div style="position:absolute;right:34px;top:34px;font:600 22px/1.35 Space;font-variant-numeric:tabular-nums;text-align:right">1,204<br>48,210<br>311</div>`)}
    ${card(534, 222, 440, 172, 'background:#fff', `<div style="display:flex;gap:16px;padding:34px;flex-wrap:wrap;font:700 19px Manrope"><span style="background:${ink};color:${paper};padding:17px 27px;border-radius:18px">Close month</span><span style="box-shadow:inset 0 0 0 3px ${ink};padding:17px 27px;border-radius:18px">Undo</span></div><div style="position:absolute;left:36px;bottom:26px;display:flex;gap:22px;font:700 16px Manrope;color:#5b5870"><span>Default</span><span>Quiet</span></div>`)}
    ${card(534, 422, 440, 172, `background:${ink};color:${paper}`, `<div style="padding:28px 34px"><div style="font:700 16px Manrope;color:${lilac}">Amount received</div><div style="margin-top:12px;height:72px;border-radius:18px;box-shadow:inset 0 0 0 3px ${lime};display:flex;align-items:center;padding:0 24px;font:600 30px Space">£ 250.00<i style="width:3px;height:34px;background:${lime};margin-left:5px"></i></div></div>`)}
    ${card(1002, 222, 422, 372, `background:${lime}`, `<div style="padding:36px;display:grid;grid-template-columns:1fr auto;row-gap:27px;align-items:center;font:700 21px Manrope"><span>Restricted fund</span>${toggle(true)}<span>Show pence</span>${toggle(false)}<span>Receipt is attached</span>${tick}<span>Second signature</span>${tick}</div><div style="position:absolute;left:36px;bottom:33px;font:600 17px Manrope;opacity:.7">Every target is 44 px or more.</div>`)}
    ${card(
      76,
      622,
      660,
      312,
      'background:#fff',
      `<div style="padding:34px 36px;font:700 21px Manrope">A month closes in six steps</div><div style="position:absolute;left:72px;right:72px;top:131px;height:4px;background:#e4dfd3"></div><div style="position:absolute;left:72px;width:290px;top:131px;height:4px;background:${ink}"></div><div style="position:absolute;left:34px;top:106px;display:flex">${steps}</div>
      <div style="position:absolute;left:36px;right:36px;bottom:32px;background:${paper};border-radius:20px;padding:19px 24px;display:flex;font:600 18px Manrope">Two gifts have no name yet<span style="margin-left:auto;font-weight:700;color:#5a3fe0">Look at them</span></div>`,
    )}
    ${card(
      764,
      622,
      314,
      312,
      `background:${ink};color:${paper}`,
      `<div style="display:grid;place-items:center;height:100%">${donut(
        250,
        [
          [0.52, lilac],
          [0.1, lime],
          [0.38, rose],
        ],
        paper,
        '£39k',
        line,
      )}</div>`,
    )}
    ${card(1106, 622, 318, 312, `background:${rose}`, `<svg width="318" height="312"><path d="M0 236C50 220 70 150 120 166S190 250 226 170S280 70 318 64V282Q318 312 288 312H30Q0 312 0 282Z" fill="${ink}"/><path d="M0 236C50 220 70 150 120 166S190 250 226 170S280 70 318 64" fill="none" stroke="${paper}" stroke-width="6"/><circle cx="226" cy="170" r="13" fill="${lime}" stroke="${ink}" stroke-width="6"/></svg><div style="position:absolute;left:32px;top:26px;font:600 46px Space;letter-spacing:-.04em">+£2,140</div>`)}</body>`;
}

function flow(): string {
  const screen = (x: number, y: number, tint: string, title: string, content: string, strong = false) =>
    `<div style="position:absolute;left:${x}px;top:${y}px;width:272px;height:330px;border-radius:26px;background:${strong ? lime : raised};color:${strong ? ink : paper};box-shadow:inset 0 0 0 2px ${strong ? lime : line},0 30px 50px -25px #000">
      <div style="position:absolute;left:24px;top:22px;font:700 19px Manrope">${title}</div><div style="position:absolute;right:22px;top:24px;width:16px;height:16px;border-radius:8px;background:${tint}"></div>${content}</div>`;
  const lines = (widths: number[], top: number, colour: string) =>
    widths
      .map(
        (width, index) =>
          `<div style="position:absolute;left:24px;top:${top + index * 34}px;width:${width}px;height:14px;border-radius:7px;background:${colour}"></div>`,
      )
      .join('');
  const button = (text: string, background: string, colour: string) =>
    `<div style="position:absolute;left:24px;right:24px;bottom:24px;height:56px;border-radius:17px;background:${background};color:${colour};display:grid;place-items:center;font:700 17px Manrope">${text}</div>`;
  const arrow = (path: string, colour: string) =>
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round" marker-end="url(#head-${colour.slice(1)})"/>`;
  const head = (colour: string) =>
    `<marker id="head-${colour.slice(1)}" viewBox="0 0 12 12" refX="9" refY="6" markerWidth="6" markerHeight="6" orient="auto"><path d="M1 1L10 6L1 11" fill="none" stroke="${colour}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></marker>`;
  const note = (x: number, y: number, colour: string, text: string, turn: number) =>
    `<div style="position:absolute;left:${x}px;top:${y}px;width:210px;padding:22px 24px;background:${colour};color:${ink};font:600 20px/1.35 Manrope;transform:rotate(${turn}deg);border-radius:6px;box-shadow:0 20px 30px -15px #000">${text}</div>`;
  return `<body style="background:${ink}"><svg width="1500" height="1000" style="position:absolute"><defs><pattern id="dots" width="30" height="30" patternUnits="userSpaceOnUse"><circle cx="15" cy="15" r="1.7" fill="#35324a"/></pattern>${head(lilac)}${head(lime)}${head(rose)}</defs><rect width="1500" height="1000" fill="url(#dots)"/>
      ${arrow('M364 245H424', lilac)}${arrow('M714 245H774', lilac)}${arrow('M1064 245H1124', lime)}${arrow('M920 420C920 500 600 440 580 560', rose)}${arrow('M714 740H774', lilac)}${arrow('M1064 740C1240 740 1270 560 1268 430', lime)}</svg>
    ${screen(86, 80, lilac, 'Bank lines', `${lines([180, 140, 200, 120], 76, line)}${button('Bring in 42', lilac, ink)}`)}
    ${screen(436, 80, lilac, 'Match', `${[0, 1, 2].map((row) => `<div style="position:absolute;left:24px;right:24px;top:${70 + row * 52}px;height:42px;border-radius:13px;background:${row === 1 ? '#39345a' : line}"></div><div style="position:absolute;right:38px;top:${83 + row * 52}px;width:16px;height:16px;border-radius:8px;background:${row === 1 ? rose : lime}"></div>`).join('')}${button('41 of 42 matched', line, paper)}`)}
    ${screen(786, 80, lime, 'Anything odd?', `<svg width="272" height="190" style="position:absolute;top:50px"><path d="M136 24L216 156H56Z" fill="none" stroke="${rose}" stroke-width="9" stroke-linejoin="round"/><path d="M136 72V108" stroke="${rose}" stroke-width="9" stroke-linecap="round"/><circle cx="136" cy="132" r="6" fill="${rose}"/></svg>${button('One without a name', line, paper)}`)}
    ${screen(1136, 80, ink, 'Month closed', `<svg width="272" height="190" style="position:absolute;top:56px"><circle cx="136" cy="92" r="74" fill="${ink}"/><path d="M104 94L128 118L172 68" fill="none" stroke="${lime}" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/></svg>${button('Tell the trustees', ink, lime)}`, true)}
    ${screen(436, 576, rose, 'Who gave this?', `<svg width="224" height="84" style="position:absolute;left:24px;top:66px">${['#b8a8ff', '#c9f252', '#ff9d8a'].map((colour, index) => `<circle cx="${38 + index * 74}" cy="42" r="34" fill="${colour}"/><circle cx="${38 + index * 74}" cy="34" r="11" fill="${ink}"/><path d="M${20 + index * 74} 64A19 19 0 0 1 ${56 + index * 74} 64" fill="${ink}"/>`).join('')}</svg>${lines([200, 150], 172, line)}${button('Ask by letter', rose, ink)}`)}
    ${screen(786, 576, lilac, 'Leave it open', `${lines([190, 210, 130], 76, line)}<div style="position:absolute;left:24px;top:186px;font:600 17px/1.45 Manrope;color:${lilac}">It waits in plain sight<br>until someone knows.</div>${button('Go on', lilac, ink)}`)}
    ${note(112, 560, lilac, 'Nobody should need an accountant to finish a Sunday.', -4)}${note(150, 760, lime, 'Every step can be undone until it is signed.', 3)}${note(1170, 752, rose, 'Tested with nine treasurers.', -3)}</body>`;
}

/** Dashboard and design system for small charities: ink, lilac, lime, rose. */
export const tallybird: Record<string, string> = {
  'tallybird-cover.jpg': cover(),
  'tallybird-components.jpg': components(),
  'tallybird-flow.jpg': flow(),
};
