import type { ReactNode } from 'react';
import type { ExecutionStatus } from '../api/execution-status';
import { Icon, type IconName } from './icon';

export type Tone = 'ok' | 'part' | 'bad' | 'idle' | 'busy';

interface Look {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

/** Told apart by word and shape as well as by colour. */
const LOOKS: Readonly<Record<ExecutionStatus, Look>> = {
  Success: { label: 'Success', tone: 'ok', icon: 'check' },
  PartialSuccess: { label: 'Partial success', tone: 'part', icon: 'half' },
  Failed: { label: 'Failed', tone: 'bad', icon: 'cross' },
  Aborted: { label: 'Aborted', tone: 'idle', icon: 'stop' },
  Queued: { label: 'Queued', tone: 'busy', icon: 'dots' },
  Running: { label: 'Running', tone: 'busy', icon: 'play' },
};

const NEVER: Look = { label: 'Not validated', tone: 'idle', icon: 'dash' };

/** The look of a status in any case, as searches answer it; undefined for a contract that has no result. */
export function lookOf(status: string | undefined): Look {
  const name = Object.keys(LOOKS).find((one) => one.toLowerCase() === status?.toLowerCase());
  return name === undefined ? NEVER : LOOKS[name as ExecutionStatus];
}

export function Status({ of }: { readonly of: string | undefined }) {
  const { label, tone, icon } = lookOf(of);
  return (
    <Tag tone={tone} icon={icon}>
      {label}
    </Tag>
  );
}

interface NoContractProps {
  /** Data products of an asset: the contract of one is in force for it, too. */
  readonly products: readonly unknown[] | undefined;
}

/** In the place of the status of a contract that an asset does not have. */
export function NoContract({ products = [] }: NoContractProps) {
  return <span className="dimmed">{products.length > 0 ? 'none of its own' : 'none'}</span>;
}

/** The look of a dimension of a contract: one that is partially broken is broken. */
export const OUTCOMES = {
  holds: { tone: 'ok', icon: 'check' },
  broken: { tone: 'bad', icon: 'cross' },
} as const satisfies Record<string, Omit<Look, 'label'>>;

interface TagProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

export function Tag({ tone, icon, children }: TagProps) {
  return (
    <span className={`status tone-${tone}`}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

/** The state of most documents: it need not be told beside an outcome. */
export const IN_FORCE = 'Active';

/** The state of the document itself, such as whether it is in force: as a word, since colours tell outcomes. */
export function EntityStatus({ of = 'Draft' }: { readonly of?: string | undefined }) {
  return <span className="label">{of}</span>;
}
