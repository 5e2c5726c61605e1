import type { Change } from '../api/contracts';
import { Tag, type Tone } from './status';

const TONES: Readonly<Record<Change['compatibility'], Tone>> = { breaking: 'bad', compatible: 'ok', info: 'idle' };
const ORDER: readonly Change['compatibility'][] = ['breaking', 'compatible', 'info'];

/** Changes of a contract, what breaks readers first. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="dimmed">Nothing that readers rely on changes.</p>;
  const sorted = [...changes].sort((a, b) => ORDER.indexOf(a.compatibility) - ORDER.indexOf(b.compatibility));
  return (
    <ul className="stack" style={{ gap: 8, listStyle: 'none', padding: 0, margin: 0 }}>
      {sorted.map(({ path, compatibility, reason, from, to }, at) => (
        <li key={`${path}-${at}`} className="row" style={{ alignItems: 'flex-start', flexWrap: 'nowrap' }}>
          <Tag tone={TONES[compatibility]} icon={compatibility === 'breaking' ? 'warning' : 'info'}>
            {compatibility}
          </Tag>
          <div>
            <span className="mono fqn">{path}</span> <span>{reason}</span>
            {(from !== undefined || to !== undefined) && (
              <div className="dimmed small fqn">
                {shown(from)} → {shown(to)}
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const MOST_SHOWN = 160;

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)} …` : text;
}
