interface BarsProps {
  readonly parts: readonly {
    /** In words. */
    readonly day: string;
    readonly ok: number;
    readonly part: number;
    readonly bad: number;
  }[];
  /** The thing that is counted. */
  readonly of: string;
  readonly isSmall?: boolean;
}

/** One bar a day, filled by what came of that day. */
export function Bars({ parts, of, isSmall = false }: BarsProps) {
  return (
    <div className={isSmall ? 'bars bars-small' : 'bars'} aria-hidden="true">
      {parts.map(({ day, ok, part, bad }) => {
        const total = ok + part + bad;
        const share = (count: number): string => `${total === 0 ? 0 : (100 * count) / total}%`;
        return (
          <span key={day} title={`${day}: ${total} ${of}, ${ok} passed`}>
            <i className="bar-ok" style={{ height: share(ok) }} />
            <i className="bar-part" style={{ height: share(part) }} />
            <i className="bar-bad" style={{ height: share(bad) }} />
          </span>
        );
      })}
    </div>
  );
}
