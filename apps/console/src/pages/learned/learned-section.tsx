import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { effectiveQuery } from '../../api/contracts';
import { feedbackQuery, pointsQuery, warningsQuery, type Metric, type Point } from '../../api/governance/learned';
import { useOwnParties } from '../../api/governance/own-ids';
import type { EffectivePolicy } from '../../api/governance/policies';
import { useMayDoTo } from '../../api/permissions';
import { PointChart } from '../../ui/charts/point-chart';
import { Loaded } from '../../ui/states';
import { Time } from '../../ui/time';
import { PointTable, WarningTable } from './learned-points';
import { METRICS, STATES, valueText } from './learned-words';

interface LearnedProps {
  readonly contract: string;
  readonly rules: EffectivePolicy['learned'];
}

/** How data usually comes and how much of it, read once it is unfolded. */
export function LearnedSection({ contract, rules }: LearnedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2 style={{ display: 'inline', fontSize: 17 }}>Learned baselines</h2>
      </summary>
      {isOpen && <Learned contract={contract} rules={rules} />}
    </details>
  );
}

/** Whether the user may say what was expected: as an owner, or by the right to edit tests of the asset. */
function useJudged(contract: string) {
  const own = useOwnParties();
  const { data } = useQuery(effectiveQuery(contract));
  const mayEditTests = useMayDoTo(data?.entity?.type ?? 'table', data?.entity?.id, 'EditTests');
  return {
    mayJudge: mayEditTests || (data?.owners ?? []).some(({ id }) => own.ids.has(id)),
    verdicts: data?.sla?.learned ?? [],
  };
}

function Learned({ contract, rules }: LearnedProps) {
  const [metric, setMetric] = useState<Metric>('volume');
  const { mayJudge, verdicts } = useJudged(contract);
  const points = useQuery(pointsQuery(contract, metric));
  const warnings = useQuery(warningsQuery(contract));
  const { data: feedback = [] } = useQuery(feedbackQuery(contract));
  const judged = { contract, feedback, mayJudge };
  return (
    <div className="stack" style={{ paddingTop: 12 }}>
      <div className="row">
        <SegmentedControl
          aria-label="Metric"
          value={metric}
          onChange={(next) => setMetric(next as Metric)}
          data={Object.entries(METRICS).map(([value, label]) => ({ value, label }))}
        />
        <span className="dimmed">
          {rules[metric] === 'warn' ? 'Unusual values are warned of.' : 'No warnings: the policy switches them on.'}{' '}
          {verdicts.includes(metric)
            ? 'They fail the contract.'
            : 'They do not change the status: sla.learned of the contract would.'}
        </span>
      </div>
      <Loaded query={points} what="Looking at how data came">
        {(found) =>
          found.length === 0 ? (
            <p className="dimmed" style={{ margin: 0 }}>
              {metric === 'volume'
                ? 'No profile says how many rows there are.'
                : 'No refresh of the data has been reported.'}
            </p>
          ) : (
            <div className="stack">
              <Outlook of={found[0]} />
              <PointChart
                label={`${METRICS[metric]}: the newest ${found.length} points and what was usual, as in the table`}
                points={found.map((one) => ({ ...one, mark: STATES[one.state].tone }))}
                textOf={(value) => valueText(metric, value)}
              />
              <PointTable points={found} {...judged} />
            </div>
          )
        }
      </Loaded>
      <Loaded query={warnings} what="Looking for warnings">
        {(found) =>
          found.length === 0 ? (
            <p className="dimmed" style={{ margin: 0 }}>
              No warnings.
            </p>
          ) : (
            <WarningTable warnings={found} {...judged} />
          )
        }
      </Loaded>
    </div>
  );
}

/** From how many points it is learned, and when the next refresh is late. */
function Outlook({ of }: { readonly of: Point | undefined }) {
  if (!of) return null;
  const { state, points, since, expectedBy } = of;
  return (
    <p style={{ margin: 0 }}>
      {state === 'learning'
        ? `Still learning: it needs 14 points over 21 days, and has ${points}.`
        : `Learned from ${points} points`}
      {state !== 'learning' && since !== undefined && (
        <>
          {' '}
          since <Time of={since} />
        </>
      )}
      {expectedBy !== undefined && (
        <>
          . The next refresh is late from <Time of={expectedBy} isUpcoming={expectedBy > Date.now()} /> on
        </>
      )}
      {state !== 'learning' && '.'}
    </p>
  );
}
