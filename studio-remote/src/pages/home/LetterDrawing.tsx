import drawing from '../drawing.module.css';

export function LetterDrawing() {
  return (
    <g>
      <path className={drawing.warm} d="M260 400a340 340 0 0 1 340-340H3000v340z" />
      <path className={drawing.page} d="M130 120h300v200H230l-60 60v-60h-40z" />
      <path className={drawing.curve} d="M170 170h220M170 215h190" />
      <path className={drawing.curve} d="M170 260h60c110 0 130 90 210 60s70-150 160-150" />
      <path className={drawing.knob} d="M220 250h20v20h-20zM590 160h20v20h-20z" />
    </g>
  );
}
