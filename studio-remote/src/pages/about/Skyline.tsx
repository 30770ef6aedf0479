import drawing from '../drawing.module.css';
import styles from './Skyline.module.css';

/**
 * A drawing of London. Tower Bridge's cables form a Bézier curve with handles, and some of the buildings look like device
 * screens.
 */
export function Skyline() {
  return (
    <div className={styles.frame}>
      <svg className={styles.art} viewBox="0 0 2400 440" aria-hidden="true">
        <circle className={drawing.warm} cx="1280" cy="215" r="135" />
        <path
          className={drawing.soft}
          d="M-2400 360v-90H40v-70h110v50h100v-90h120v130h110v70zM800 360V190h190v170zM1440 360V150h110v210zM1600 360V230h130v130zM1990 360V210h130v-60h120v110h110v-40h110v60h2340v80z"
        />
        <path
          className={drawing.accent}
          d="M-60 360V240a120 120 0 0 1 120 120zM250 360a120 120 0 0 1 120-120v120z"
        />
        <path className={drawing.warm} d="M2160 360V260a100 100 0 0 1 100 100z" />
        <path className={drawing.ink} d="M390 360V220h90v140zM1905 360V190h100v170z" />
        <path
          className={styles.windows}
          d="M408 242v108M435 242v108M462 242v108M1925 212v138M1955 212v138M1985 212v138"
        />
        <path className={drawing.page} d="M512 360V160h52v200zM512 160l26-84 26 84z" />
        <path className={styles.line} d="M512 216h52M538 177v10l7 5" />
        <circle className={styles.line} cx="538" cy="188" r="18" />
        <path className={styles.line} d="M690 228l-44 132M690 228l44 132" />
        <circle className={styles.wheel} cx="690" cy="228" r="106" />
        <path className={styles.spokes} d="M584 228h212M690 122v212M615 153l150 150M765 153L615 303" />
        <circle className={styles.pods} cx="690" cy="228" r="106" pathLength="160" />
        <circle className={drawing.ink} cx="690" cy="228" r="11" />
        <path className={drawing.page} d="M802 360v-66h138v66zM826 294v-50h90v50z" />
        <path className={drawing.accent} d="M820 244a51 51 0 0 1 102 0z" />
        <path
          className={styles.line}
          d="M844 252v36M862 252v36M880 252v36M898 252v36M824 318v42M848 318v42M894 318v42M918 318v42"
        />
        <path className={drawing.ink} d="M864 194v-22h14v22zM868 172v-24h6v24z" />
        <path className={drawing.ink} d="M968 360V136a26 26 0 0 1 26-26h64a26 26 0 0 1 26 26v224z" />
        <path className={drawing.ground} d="M978 360V138a18 18 0 0 1 18-18h60a18 18 0 0 1 18 18v222z" />
        <circle className={drawing.warm} cx="1026" cy="196" r="28" />
        <path className={drawing.accent} d="M978 300a48 48 0 0 1 96 0z" />
        <path className={styles.pill} d="M1014 136h24M1002 330h48" />
        <path
          className={drawing.page}
          d="M1192 360V190h36v170zM1332 360V190h36v170zM1188 190l22-42 22 42zM1328 190l22-42 22 42z"
        />
        <path
          className={styles.hangers}
          d="M1130 332v20M1150 312v40M1170 282v70M1246 242v110M1263 249v103M1280 252v100M1297 249v103M1314 242v110M1390 282v70M1410 312v40M1430 332v20"
        />
        <path className={styles.deck} d="M1092 352h376" />
        <path
          className={drawing.curve}
          pathLength="1"
          d="M1100 346C1150 340 1190 250 1210 190C1230 272 1330 272 1350 190C1370 250 1410 340 1460 346"
        />
        <path className={drawing.handle} d="M1210 252h140" />
        <path className={drawing.knob} d="M1200 180h20v20h-20zM1340 180h20v20h-20zM1271 243h18v18h-18z" />
        <circle className={drawing.ink} cx="1210" cy="252" r="7" />
        <circle className={drawing.ink} cx="1350" cy="252" r="7" />
        <path
          className={drawing.page}
          d="M1482 360V216h176v144zM1482 244h176M1496 230h4M1510 230h4M1524 230h4M1500 272h52M1500 296h40M1500 320h48"
        />
        <path className={drawing.accent} d="M1574 262h66v80h-66z" />
        <path className={drawing.warm} d="M1574 342a66 66 0 0 1 66-66v66z" />
        <path
          className={drawing.accent}
          d="M1694 360C1672 280 1684 170 1724 112C1764 170 1776 280 1754 360z"
        />
        <path
          className={styles.lattice}
          d="M1697 168l68 92M1686 214l80 106M1684 270l66 90M1751 168l-68 92M1762 214l-80 106M1764 270l-66 90"
        />
        <path className={drawing.page} d="M1798 360L1842 28l14 30 6-18 34 320zM1856 58l-4 302" />
        <path className={drawing.accent} d="M-2400 360h7200v200h-7200z" />
        <path className={drawing.warm} d="M1186 376h188v8h-188zM1212 394h136v8h-136zM1240 412h80v8h-80z" />
        <path
          className={styles.ripples}
          d="M560 384h120M640 408h90M880 400h70M960 380h110M1500 404h120M1580 384h60M1760 396h140M200 392h150M2060 386h130M-200 404h140M2480 402h150"
        />
      </svg>
    </div>
  );
}
