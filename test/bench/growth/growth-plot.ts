import type { Point } from './exponent';

/** An operation and what it takes at each size. */
export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** The drawing's area and its margins, in px; names stand in the right margin. */
const [WIDTH, HEIGHT] = [860, 420] as const;
const MARGIN = { left: 60, right: 260, top: 20, bottom: 40 } as const;
/** Least distance of two names, in px. */
const NAME_HEIGHT = 16;
/** Distinct for people who see colours differently (Okabe and Ito), each line dashed in its own way as well. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#000000', '#56b4e9', '#e69f00'] as const;
const DASHES = ['', '6 3', '2 3', '8 3 2 3'] as const;

/** Both axes are logarithmic: a line that is level does not grow, one at 45° in a square decade grows as the data does. */
export function growthPlot(lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const x = axis(
    points.map(({ size }) => size),
    [MARGIN.left, WIDTH - MARGIN.right],
  );
  const y = axis(
    points.map(({ ms }) => ms),
    [HEIGHT - MARGIN.bottom, MARGIN.top],
  );
  const names = spread(lines.map(({ points: each }) => y.at((each.at(-1) as Point).ms)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...x.ticks.map((size) => grid(x.at(size), MARGIN.top, x.at(size), HEIGHT - MARGIN.bottom)),
    ...x.ticks.map((size) =>
      text(x.at(size), HEIGHT - MARGIN.bottom + NAME_HEIGHT, size.toLocaleString('en'), 'middle'),
    ),
    ...y.ticks.map((ms) => grid(MARGIN.left, y.at(ms), WIDTH - MARGIN.right, y.at(ms))),
    ...y.ticks.map((ms) => text(MARGIN.left - 6, y.at(ms) + 4, `${ms} ms`, 'end')),
    ...lines.flatMap(({ name, points: each }, at) => {
      const colour = COLOURS[at % COLOURS.length] as string;
      const places = each.map(({ size, ms }) => `${round(x.at(size))},${round(y.at(ms))}`).join(' ');
      const dash = DASHES[at % DASHES.length] as string;
      const end = WIDTH - MARGIN.right + 8;
      return [
        `<polyline points="${places}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`,
        `<text x="${end}" y="${round((names[at] as number) + 4)}" fill="${colour}">${escaped(name)}</text>`,
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

interface Axis {
  at(value: number): number;
  readonly ticks: readonly number[];
}

/** Whole decades around the values. */
function axis(values: readonly number[], [from, to]: readonly [number, number]): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: high - low + 1 }, (_, at) => Number((10 ** (low + at)).toPrecision(1)));
  return { at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from), ticks };
}

/** The same heights, moved down where one would cover the next. */
function spread(heights: readonly number[]): number[] {
  const inOrder = heights.map((height, at) => ({ height, at })).sort((one, other) => one.height - other.height);
  const places: number[] = [];
  let least = -Infinity;
  for (const { height, at } of inOrder) least = (places[at] = Math.max(height, least)) + NAME_HEIGHT;
  return places;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const grid = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#ddd"/>`;

const text = (x: number, y: number, content: string, anchor: string): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="#444">${content}</text>`;

const escaped = (name: string): string => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
