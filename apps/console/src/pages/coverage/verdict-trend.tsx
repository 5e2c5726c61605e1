import type { DayOfVerdicts } from '../../api/coverage';
import { Bars } from '../../ui/bars';
import { TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { dayText } from '../../ui/time';

/** The day, wherever the reader is: its name is of the reader's zone already. */
const nameOf = (day: string): string => dayText(new Date(`${day}T12:00:00`).getTime());

/** How many contracts passed and failed at the end of each day; as a table as well. */
export function VerdictTrend({ days }: { readonly days: readonly DayOfVerdicts[] }) {
  const { holding = 0, failing = 0 } = days.at(-1) ?? {};
  const judged = holding + failing;
  return (
    <section className="panel stack" aria-label={`The last ${days.length} days`}>
      <div className="trend">
        <div>
          <div className="dimmed small">Pass rate</div>
          <div className="figure">{judged === 0 ? '–' : `${Math.round((100 * holding) / judged)} %`}</div>
          <div className="dimmed small">
            {holding} of {judged} that were judged
          </div>
        </div>
        <Bars
          of="contracts"
          parts={days.map((one) => ({ day: nameOf(one.day), ok: one.holding, part: 0, bad: one.failing }))}
        />
        <div className="row row-apart dimmed small trend-ends" aria-hidden="true">
          <span>{days.length} days ago</span>
          <span>today</span>
        </div>
      </div>
      <details>
        <summary>Show as table</summary>
        <TableScroll>
          <Table
            head={['At the end of', 'Passing contracts', 'Failing contracts']}
            rows={[...days].reverse().map((one) => [nameOf(one.day), one.holding, one.failing])}
          />
        </TableScroll>
      </details>
    </section>
  );
}
