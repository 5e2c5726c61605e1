import { useState } from 'react';
import {
  removeFeedback,
  setFeedback,
  type Feedback,
  type FeedbackBody,
  type Point,
  type Warning,
} from '../../api/governance/learned';
import { DecisionDialog, type Decision } from '../../ui/dialogs/decision-dialog';
import { Tag } from '../../ui/status';
import { RowButton, TableScroll } from '../../ui/tables/list-table';
import { Table } from '../../ui/tables/table';
import { absoluteTime, Moment } from '../../ui/time';
import { bandText, METRICS, STATES, valueText, VERDICTS } from './learned-words';

/** A point or an anomaly on which one says whether it was expected. */
type Target = Pick<FeedbackBody, 'metric' | 'timestamp'>;

interface JudgedProps {
  readonly contract: string;
  readonly feedback: readonly Feedback[];
  readonly mayJudge: boolean;
}

const feedbackOn = ({ metric, timestamp }: Target, feedback: readonly Feedback[]): Feedback | undefined =>
  feedback.find((one) => one.metric === metric && one.timestamp === timestamp);

/** The points of a chart in words, the newest first. */
export function PointTable({ points, ...judged }: JudgedProps & { readonly points: readonly Point[] }) {
  return (
    <TableScroll>
      <Table
        label="Points"
        head={['When', 'Value', 'Usual', 'State', 'Feedback']}
        rows={points.map((point) => [
          <Moment key="when" of={point.timestamp} />,
          <span key="value" className="nowrap">
            {valueText(point.metric, point.value)}
          </span>,
          bandText(point) ?? <span className="dimmed">too few points</span>,
          <Tag key="state" tone={STATES[point.state].tone}>
            {STATES[point.state].label}
          </Tag>,
          <FeedbackCell key="feedback" on={point} {...judged} />,
        ])}
      />
    </TableScroll>
  );
}

/** Runs of unusual points that were warned of. */
export function WarningTable({ warnings, ...judged }: JudgedProps & { readonly warnings: readonly Warning[] }) {
  return (
    <TableScroll>
      <Table
        label="Warnings"
        head={['From', 'Until', 'What', 'Value', 'Usual', 'Feedback']}
        rows={warnings.map((warning) => [
          <Moment key="from" of={warning.from} />,
          warning.to === undefined ? 'it goes on' : <Moment key="to" of={warning.to} />,
          METRICS[warning.metric],
          <span key="value" className="nowrap">
            {valueText(warning.metric, warning.value)}
          </span>,
          bandText(warning),
          <FeedbackCell key="feedback" on={{ metric: warning.metric, timestamp: warning.from }} {...judged} />,
        ])}
      />
    </TableScroll>
  );
}

/** Feedback on a point, and the buttons that give it. */
function FeedbackCell({ on, contract, feedback, mayJudge }: JudgedProps & { readonly on: Target }) {
  const [asked, setAsked] = useState<Feedback['verdict']>();
  const given = feedbackOn(on, feedback);
  const close = () => setAsked(undefined);
  return (
    <div className="row">
      {given && (
        <span title={given.comment}>
          {VERDICTS[given.verdict]} (<bdi>{given.updatedBy}</bdi>)
        </span>
      )}
      {mayJudge &&
        (Object.keys(VERDICTS) as Feedback['verdict'][])
          .filter((verdict) => verdict !== given?.verdict)
          .map((verdict) => (
            <RowButton
              key={verdict}
              label={VERDICTS[verdict]}
              name={`${VERDICTS[verdict]}: ${METRICS[on.metric]} of ${absoluteTime(on.timestamp)}`}
              act={() => setAsked(verdict)}
            />
          ))}
      {asked && <DecisionDialog of={decisionOf(contract, on, asked, given)} close={close} />}
    </div>
  );
}

const TEXTS: Readonly<Record<Feedback['verdict'], string>> = {
  expected: 'Values like it are usual then, at that hour of the week and on that day of the month.',
  anomaly: 'Nothing is learned from it: values like it stay unusual.',
};

/** Feedback on a point; it is taken back by what was said before, or by its removal. */
function decisionOf(
  contract: string,
  { metric, timestamp }: Target,
  verdict: Feedback['verdict'],
  before: Feedback | undefined,
): Decision {
  const body = { metric, timestamp, verdict };
  return {
    title: `${VERDICTS[verdict]}: ${METRICS[metric].toLowerCase()} of ${absoluteTime(timestamp)}`,
    label: VERDICTS[verdict],
    text: TEXTS[verdict],
    comment: 'optional',
    act: async (comment) => {
      await setFeedback(contract, { ...body, ...(comment !== undefined && { comment }) });
      return verdict === 'expected' ? 'Noted as expected.' : 'Noted as not expected.';
    },
    undo: () =>
      before
        ? setFeedback(contract, {
            ...{ metric, timestamp, verdict: before.verdict },
            ...(before.comment !== undefined && { comment: before.comment }),
          })
        : removeFeedback(contract, body),
  };
}
