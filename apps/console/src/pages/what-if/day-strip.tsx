import type { WhatIf } from '../../api/governance/what-if';
import { Icon, type IconName } from '../../ui/icon';
import type { Tone } from '../../ui/status';
import { Table } from '../../ui/tables/table';
import { dayText } from '../../ui/time';
import { dayOutcomeText } from './what-if-words';

type Day = WhatIf['days'][number];

/** By shape as well as by colour. */
const LOOKS: Readonly<Record<Day['outcome'], readonly [Tone, IconName]>> = {
  same: ['idle', 'dash'],
  wouldFail: ['bad', 'cross'],
  wouldHold: ['ok', 'check'],
  unknown: ['idle', 'dots'],
};

/** The day, wherever the reader is: its name is of UTC. */
const nameOf = ({ day }: Day): string => dayText(new Date(`${day}T12:00:00`).getTime());

/** The last days, each by what would have come of it; as a table for readers of screens. */
export function DayStrip({ days }: { readonly days: readonly Day[] }) {
  return (
    <>
      <div className="day-strip" aria-hidden="true">
        {days.map((day) => {
          const [tone, icon] = LOOKS[day.outcome];
          return (
            <span key={day.day} className={`tone-${tone}`} title={`${nameOf(day)}: ${dayOutcomeText(day)}`}>
              <Icon name={icon} size={12} />
            </span>
          );
        })}
      </div>
      <div className="row row-apart dimmed small" aria-hidden="true">
        <span>{days.length} days ago</span>
        <span>today</span>
      </div>
      <div className="visually-hidden">
        <Table
          label="The last days under this contract"
          head={['Day', 'Outcome']}
          rows={days.map((day) => [nameOf(day), dayOutcomeText(day)])}
        />
      </div>
    </>
  );
}
