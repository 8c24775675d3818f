/** A sheet of paper, drawn in millimetres. */
import type { SlipSheet } from '../../contract/paying-in.ts';

const MM_PER_POINT = 25.4 / 72;
const A4_WIDTH = 210;

export function Sheet({ sheet, language, label }: { sheet: SlipSheet; language: string; label: string }) {
  const { width, height, shapes, lines, texts } = sheet;
  return (
    <div className={`slip-paper ${width === A4_WIDTH ? 'slip-a4' : 'slip-a6'}`}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {shapes.map(({ path, x, y, scale, colour }) => (
          <path
            key={`${colour} ${path.length}`}
            d={path}
            fill={colour}
            transform={`translate(${x} ${y}) scale(${scale})`}
          />
        ))}
        {lines.map(({ x1, y1, x2, y2, width: points }) => (
          <line
            key={`${x1} ${y1} ${x2} ${y2}`}
            {...{ x1, y1, x2, y2 }}
            stroke="black"
            strokeWidth={points * MM_PER_POINT}
          />
        ))}
        {/* What is printed is in the member's language. */}
        <g lang={language}>
          {texts.map(({ text, x, y, size, bold }) => (
            <text
              key={`${x} ${y}`}
              {...{ x, y }}
              fontSize={size * MM_PER_POINT}
              fontWeight={bold ? 700 : 400}
              fill="black"
            >
              {text}
            </text>
          ))}
        </g>
      </svg>
    </div>
  );
}
