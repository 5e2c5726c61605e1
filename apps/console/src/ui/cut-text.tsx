interface CutTextProps {
  readonly text: string;
  /** Characters at the end that are always shown: they distinguish two long texts. */
  readonly end: number;
  /** Stands before the text where it is read out. */
  readonly spokenBefore?: string;
}

/** A text that is cut in the middle where it is long: whole for readers of screens. */
export function CutText({ text, end, spokenBefore = '' }: CutTextProps) {
  return (
    <>
      <span className="visually-hidden">
        {spokenBefore}
        {text}
      </span>
      <span aria-hidden className="path-start">
        {text.slice(0, -end)}
      </span>
      <span aria-hidden className="path-end">
        {text.slice(-end)}
      </span>
    </>
  );
}
