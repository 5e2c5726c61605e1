import type { ReactNode } from 'react';
import type { ExecutionStatus } from '../api/execution-status';
import { Icon, type IconName } from './icon';

export type Tone = 'ok' | 'part' | 'bad' | 'idle' | 'busy';

interface Look {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

/** Distinguished by word and shape as well as by colour. */
const LOOKS: Readonly<Record<ExecutionStatus, Look>> = {
  Success: { label: 'Passing', tone: 'ok', icon: 'check' },
  PartialSuccess: { label: 'Some checks failing', tone: 'part', icon: 'half' },
  Failed: { label: 'Failing', tone: 'bad', icon: 'cross' },
  Aborted: { label: 'Aborted', tone: 'idle', icon: 'stop' },
  Queued: { label: 'Queued', tone: 'busy', icon: 'dots' },
  Running: { label: 'Running', tone: 'busy', icon: 'play' },
};

const NEVER: Look = { label: 'No run yet', tone: 'idle', icon: 'dash' };

/** Labels of a single run or test, which is over. */
const OF_RUN: Readonly<Partial<Record<ExecutionStatus, string>>> = {
  Success: 'Passed',
  PartialSuccess: 'Partly failed',
  Failed: 'Failed',
};

/** The status as the API writes it, of one in any case, as searches answer it. */
const statusOf = (status: string | undefined): ExecutionStatus | undefined =>
  Object.keys(LOOKS).find((one): one is ExecutionStatus => one.toLowerCase() === status?.toLowerCase());

/** The look of a contract's status in any case; undefined for a contract that has no result. */
export function lookOf(status: string | undefined): Look {
  const name = statusOf(status);
  return name === undefined ? NEVER : LOOKS[name];
}

/** The look of the status of a run of a source or of a test case. */
export function lookOfRun(status: string): Look {
  const name = statusOf(status);
  const look = lookOf(status);
  return { ...look, label: (name && OF_RUN[name]) ?? look.label };
}

interface StatusProps {
  readonly of: string | undefined;
}

/** Meanings of two statuses that look alike; the parts are schema, semantics, quality and SLA. */
const MEANINGS: Readonly<Partial<Record<ExecutionStatus, string>>> = {
  PartialSuccess: 'some of its parts pass, others do not',
  Failed: 'none of its parts passes',
};

/** The status of a contract, with the word of the API and its meaning as its tooltip. */
export function Status({ of }: StatusProps) {
  const name = statusOf(of);
  const meaning = name && MEANINGS[name];
  return <Looked look={lookOf(of)} title={meaning === undefined ? name : `${name}: ${meaning}`} />;
}

/** The status of a run of a source or of a test case. */
export function StatusOfRun({ of }: { readonly of: string }) {
  return <Looked look={lookOfRun(of)} title={statusOf(of)} />;
}

function Looked({ look: { label, tone, icon }, title }: { readonly look: Look; readonly title: string | undefined }) {
  return (
    <Tag tone={tone} icon={icon} title={title}>
      {label}
    </Tag>
  );
}

interface NoContractProps {
  /** Data products of an asset: the contract of one is in force for it, too. */
  readonly products: readonly unknown[] | undefined;
}

/** Shown instead of a status for an asset without a contract. */
export function NoContract({ products = [] }: NoContractProps) {
  return <span className="dimmed">{products.length > 0 ? 'Inherited from its data product' : 'No contract yet'}</span>;
}

/** The look of a dimension of a contract: one that is partially broken is broken. */
export const OUTCOMES = {
  holds: { tone: 'ok', icon: 'check' },
  broken: { tone: 'bad', icon: 'cross' },
} as const satisfies Record<string, Omit<Look, 'label'>>;

interface TagProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function Tag({ tone, icon, title, children }: TagProps) {
  return (
    <span className={`status tone-${tone}`} title={title}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

/** The state of most documents: it need not be shown beside an outcome. */
export const IN_FORCE = 'Active';

/** The state of the document itself, such as whether it is in force: as a word, since colours show outcomes. */
export function EntityStatus({ of = 'Draft' }: { readonly of?: string | undefined }) {
  return <span className="label">{of}</span>;
}
