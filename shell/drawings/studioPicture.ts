import { site } from '@site/shared/site';
import { studioMark } from './studioMark';

/** What a link to the studio's pages shows where it is shared: SVG, 1200 by 630. */
export const studioPicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
  <style>
    text { font: 750 104px 'Bricolage Grotesque'; letter-spacing: -0.03em; fill: #fff }
    .name { font-size: 40px; font-weight: 700; letter-spacing: -0.02em }
    .small { font-size: 27px; font-weight: 500; letter-spacing: -0.005em; fill: #dfe2ff }
    .ink { fill: #14151a }
    .outline { fill: #fff; stroke: #14151a; stroke-width: 5; stroke-linejoin: round }
    .stroke { fill: none; stroke: #14151a; stroke-linecap: round }
  </style>
  <path fill="#2c3ae0" d="M0 0h1200v630H0z"/>
  <circle fill="#ff6a45" cx="985" cy="300" r="255"/>
  <path fill="#1d28b0" d="M1200 630H660v-46h90v-46h90v-46h90v-46h90v-46h180z"/>
  <path stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-dasharray="0 26" d="M1030 62h131M1030 88h131M1030 114h131M1030 140h131"/>
  <g transform="translate(706 190)">
    <path class="outline" d="M0 0h330v238H0zM0 42h330"/>
    <path class="stroke" stroke-width="7" d="M21 21h.1M41 21h.1M61 21h.1"/>
    <path class="stroke" stroke-width="5" d="M28 80h120M28 114h86M28 148h104"/>
    <path class="ink" d="M28 180h82v30H28z"/>
    <path fill="#2c3ae0" d="M182 72h120v138H182z"/>
    <path fill="#ff6a45" d="M182 210a120 120 0 0 1 120-120v120z"/>
  </g>
  <g transform="translate(962 240)">
    <rect class="ink" width="184" height="352" rx="38"/>
    <rect fill="#f1efe7" x="12" y="12" width="160" height="328" rx="26"/>
    <circle fill="#ff6a45" cx="92" cy="112" r="44"/>
    <path fill="#2c3ae0" d="M12 262a80 80 0 0 1 160 0z"/>
    <path class="stroke" stroke-width="15" d="M72 33h40M46 302h92"/>
  </g>
  <path class="stroke" stroke-width="6" d="M640 556C800 556 770 120 900 96S1100 60 1158 214"/>
  <path class="stroke" stroke-width="3" d="M808 113l184-34"/>
  <circle class="ink" cx="808" cy="113" r="8"/><circle class="ink" cx="992" cy="79" r="8"/>
  <path class="outline" d="M628 544h24v24h-24zM888 84h24v24h-24zM1146 202h24v24h-24z"/>
  <g transform="translate(72 66) scale(2.35)">${studioMark('#fff', '#ff6a45')}</g>
  <text class="name" x="136" y="106">${site.company.shortName}</text>
  <text x="68" y="276">Digital work</text>
  <text x="68" y="378">that earns</text>
  <text x="68" y="480">its keep.</text>
  <text class="small" x="72" y="560">Websites, apps and design from London</text>
</svg>`;
