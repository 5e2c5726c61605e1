/** Outlines on a grid of 24, drawn with the colour of the text. */
const SHAPES = {
  check: 'M5 12.500l4.5 4.500L19 7.5',
  cross: 'M6.5 6.500l11 11M17.5 6.500l-11 11',
  half: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  dash: 'M6 12h12',
  stop: 'M7 7h10v10H7z',
  clock: 'M12 4a8 8 0 1 0 .01 0M12 7.500V12l3 2',
  dots: 'M6 12h.01M12 12h.01M18 12h.01',
  home: 'M4 11l8-7 8 7M6.5 9.500V20h11V9.5',
  contract: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4M9 14l2 2 4-4',
  search: 'M10.5 4.500a6 6 0 1 0 .01 0M15 15l5 5',
  graph: 'M4 9.500h5v5H4zM15 4h5v5h-5zM15 15h5v5h-5zM9 11l6-4M9 13l6 4',
  gear: 'M12 9a3 3 0 1 0 .01 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M5.6 18.400l2.1-2.100M16.3 7.700l2.1-2.1',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  user: 'M12 4a4 4 0 1 0 .01 0M4.5 20c.7-4 3.5-6 7.5-6s6.8 2 7.5 6',
  warning: 'M12 4L2.5 20h19zM12 10v4.500M12 17.300h.01',
  info: 'M12 3.500a8.5 8.5 0 1 0 .01 0M12 11v5.500M12 7.800h.01',
  right: 'M9.5 6l6 6-6 6',
  down: 'M6 9.500l6 6 6-6',
  play: 'M8 5l11 7-11 7z',
  chart: 'M5 20v-6M12 20V9M19 20V4M3 20h18',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  source:
    'M12 4c4.2 0 7 1.200 7 2.700s-2.800 2.700-7 2.700-7-1.200-7-2.700S7.800 4 12 4M5 6.700v10.600C5 18.800 7.800 20 12 20s7-1.200 7-2.700V6.700M5 12c0 1.500 2.800 2.700 7 2.700s7-1.200 7-2.700',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const;

export type IconName = keyof typeof SHAPES;

/** Decoration: whatever it says is also said in words beside it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
