import type { Change } from '../../api/contracts';
import { ChangedValue } from './changed-value';
import { Tag, type Tone } from '../status';
import { placeInWords, reasonBeside } from './value-words';

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
            <strong className="fqn">{placeInWords(path)}</strong> <span>{reasonBeside(path, reason)}</span>
            <ChangedValue place={path} from={from} to={to} />
          </div>
        </li>
      ))}
    </ul>
  );
}
