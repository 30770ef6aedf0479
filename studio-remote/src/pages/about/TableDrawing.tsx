import drawing from '../drawing.module.css';

export function TableDrawing() {
  return (
    <g>
      <path className={drawing.ink} d="M418-300h4V70h-4z" />
      <path className={drawing.warm} d="M340 150a80 80 0 0 1 160 0z" />
      <path className={drawing.ink} d="M60 250H3000v22H60zM100 272h18v128h-18zM640 272h18v128h-18z" />
      <path className={drawing.page} d="M180 166h130v84H180zM156 250h178" />
      <path className={drawing.accent} d="M230 226a40 40 0 0 1 60 0v8h-60z" />
      <path className={drawing.page} d="M400 212h44v38h-44zM444 222h18v18h-18z" />
      <path className={drawing.knob} d="M510 236h80v14h-80zM518 222h80v14h-80z" />
      <path
        className={drawing.accent}
        d="M180 330h100v18H180zM186 348h12v52h-12zM262 348h12v52h-12zM180 236h18v94h-18z"
      />
      <path
        className={drawing.accent}
        d="M400 330h100v18H400zM406 348h12v52h-12zM482 348h12v52h-12zM482 236h18v94h-18z"
      />
      <path
        className={drawing.warm}
        d="M-70 330H30v18H-70zM-64 348h12v52h-12zM12 348h12v52H12zM-70 236h18v94h-18z"
      />
    </g>
  );
}
