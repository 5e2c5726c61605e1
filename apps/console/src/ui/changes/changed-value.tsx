import { useState } from 'react';
import { wordsOf } from './value-words';

interface ChangedProps {
  readonly place: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The former and the present value in words; a rule is shown as it is written, on demand. */
export function ChangedValue({ place, from, to }: ChangedProps) {
  if (isProgram(place, from) || isProgram(place, to)) return <Program from={from} to={to} />;
  const [before, after] = [wordsOf(from), wordsOf(to)];
  if (before.length === 0 && after.length === 0) return null;
  return (
    <div className="dimmed small fqn">
      {before.length > 0 && after.length === 0 && 'removed: '}
      {before.length > 0 && <Words of={before} label="before" />}
      {before.length > 0 && after.length > 0 && <span aria-label="then"> → </span>}
      {after.length > 0 && <Words of={after} label="after" />}
    </div>
  );
}

const isProgram = (place: string, value: unknown): boolean =>
  /(?:^|\.)(?:rule|sqlExpression|code|query|schemaText)$/.test(place) && value !== undefined;

const MOST_NAMES = 5;
const MOST_SIGNS = 160;

/** A list of names or a text; what is long folds. */
function Words({ of, label }: { readonly of: readonly string[]; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  const short = shortened(of);
  if (short === undefined) return <span className="text">{of.join(', ')}</span>;
  return (
    <span className="text">
      {isOpen ? of.join(', ') : `${short} …`}{' '}
      <button
        type="button"
        className="fold"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Less' : 'More'} of what it was ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'less' : of.length > MOST_NAMES ? `all ${of.length}` : 'more'}
      </button>
    </span>
  );
}

/** The beginning of what is too long; undefined for what is short enough. */
function shortened(of: readonly string[]): string | undefined {
  const text = of.slice(0, MOST_NAMES).join(', ');
  if (text.length > MOST_SIGNS) return text.slice(0, MOST_SIGNS).trimEnd();
  return of.length > MOST_NAMES ? text : undefined;
}

function Program({ from, to }: { readonly from: unknown; readonly to: unknown }) {
  return (
    <details className="small">
      <summary>As it is written</summary>
      {from !== undefined && <pre className="panel mono">{asWritten(from)}</pre>}
      {from !== undefined && to !== undefined && <span aria-label="then">↓</span>}
      {to !== undefined && <pre className="panel mono">{asWritten(to)}</pre>}
    </details>
  );
}

const asWritten = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
