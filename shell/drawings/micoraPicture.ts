import { site } from '@site/shared/site';

/** What a link to the app's pages shows where it is shared: SVG, 1200 by 630. */
export const micoraPicture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
  <style>
    text { font: 700 96px 'Bricolage Grotesque'; letter-spacing: -0.03em; fill: #2f1521 }
    .name { font-size: 44px }
    .by { font-size: 27px; font-weight: 500; letter-spacing: -0.005em; fill: #6c4f59 }
    .title { font-size: 27px; letter-spacing: -0.02em }
    .strong { font-size: 15px; font-weight: 650; letter-spacing: 0 }
    .note { font-size: 12px; font-weight: 450; letter-spacing: 0.01em; fill: #6c4f59 }
  </style>
  <path fill="#fff7f0" d="M0 0h1200v630H0z"/>
  <circle fill="#f07a8c" cx="880" cy="330" r="250"/>
  <circle fill="#ffcdb2" cx="1080" cy="330" r="250"/>
  <path fill="#ffb861" d="M980 100.9a250 250 0 0 1 0 458.2a250 250 0 0 1 0-458.2z"/>
  <g transform="translate(866 62) rotate(-6 150 310)">
    <rect fill="#2f1521" width="300" height="620" rx="46"/>
    <clipPath id="screen"><rect x="9" y="9" width="282" height="602" rx="38"/></clipPath>
    <g clip-path="url(#screen)">
      <path fill="#fff7f0" d="M0 0h300v620H0z"/>
      <text class="note" x="28" y="62">Only the two of you</text>
      <text class="title" x="27" y="92">Our story</text>
      <path stroke="#f2d9cc" stroke-width="2" d="M36 118v500"/>
      <circle fill="#bf2750" cx="36" cy="124" r="6"/>
      <text class="note" x="54" y="128">14 February</text>
      <rect fill="#fff" x="54" y="138" width="220" height="200" rx="20"/>
      <clipPath id="sea"><rect x="62" y="146" width="204" height="124" rx="14"/></clipPath>
      <g clip-path="url(#sea)">
        <path fill="#ffcdb2" d="M62 146h204v124H62z"/>
        <circle fill="#ffb861" cx="164" cy="194" r="38"/>
        <path fill="#f07a8c" d="M62 216h204v54H62z"/>
        <path fill="#ffb861" d="M130 224h68v5h-68zM142 234h44v5h-44zM152 244h24v5h-24z"/>
        <path fill="#562741" d="M62 262q100-14 204 4v10H62zM144 260v-21q7-9 14 0v21zM163 260v-17q7-9 14 0v17z"/>
        <circle fill="#562741" cx="151" cy="227" r="7"/><circle fill="#562741" cx="170" cy="232" r="7"/>
      </g>
      <text class="strong" x="68" y="298">First trip to the sea</text>
      <text class="note" x="68" y="320">Cold feet, warm chips</text>
      <circle fill="#ffb861" cx="36" cy="368" r="6"/>
      <text class="note" x="54" y="372">2 March</text>
      <rect fill="#fff" x="54" y="382" width="220" height="76" rx="20"/>
      <rect fill="#c5dfe3" x="62" y="390" width="60" height="60" rx="14"/>
      <path fill="#562741" d="M76 414h22v10a11 11 0 0 1-22 0zM99 416h4a6 6 0 0 1 0 12h-5v-3h4a3 3 0 0 0 0-6h-3z"/>
      <text class="strong" x="134" y="416">Coffee and rain</text>
      <text class="note" x="134" y="437">Two hours, one cake</text>
      <circle fill="#f07a8c" cx="36" cy="488" r="6"/>
      <text class="note" x="54" y="492">8 March</text>
      <rect fill="#fff" x="54" y="502" width="220" height="110" rx="20"/>
      <rect fill="#562741" x="62" y="510" width="60" height="60" rx="14"/>
      <path fill="none" stroke="#fff3e3" d="M62 522q30 22 60-5"/>
      <path stroke="#ffb861" stroke-width="5" stroke-linecap="round" d="M70 530h.1M83 534h.1M97 534h.1M111 528h.1"/>
      <text class="strong" x="134" y="536">The concert</text>
      <text class="note" x="134" y="557">Home by the last train</text>
    </g>
    <rect fill="#2f1521" x="112" y="20" width="76" height="20" rx="10"/>
  </g>
  <g transform="translate(72 62) scale(2)">
    <circle fill="#bf2750" cx="12" cy="12" r="11"/>
    <circle fill="#ffb861" cx="22" cy="12" r="11"/>
    <path fill="#562741" d="M17 2.2a11 11 0 0 1 0 19.6 11 11 0 0 1 0-19.6z"/>
  </g>
  <text class="name" x="156" y="101">${site.micora.name}</text>
  <text x="68" y="276">Keep the</text>
  <text x="68" y="372">story of the</text>
  <text x="68" y="468">two of you.</text>
  <text class="by" x="72" y="560">A private place for couples, by ${site.company.shortName}</text>
</svg>`;
