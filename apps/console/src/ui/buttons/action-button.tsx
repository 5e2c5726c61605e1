import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { BusyButton, type BusyButtonProps } from './busy-button';
import { Refusal } from '../states';
import { toasts } from '../toasts/toasts';

/** The outcome of an action in a sentence, and its undo where the API has one. */
export interface Done {
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

interface ActionButtonProps extends Omit<BusyButtonProps, 'isBusy' | 'onClick'> {
  readonly act: () => Promise<Done>;
  /** Query keys of what it may change; absent: of everything. */
  readonly changes?: readonly QueryKey[];
}

/** The key that all keys begin with. */
const EVERYTHING: readonly QueryKey[] = [[]];

/** A button that does one thing at one press, says what it has done, and beside itself why that was refused. */
export function ActionButton({ act, changes = EVERYTHING, ...button }: ActionButtonProps) {
  const queries = useQueryClient();
  const action = useMutation({
    mutationFn: act,
    onSuccess: ({ text, undo }) => toasts.add(text, undo),
    onSettled: () => Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <>
      <BusyButton variant="default" {...button} isBusy={action.isPending} onClick={() => action.mutate()} />
      <Refusal error={action.error} />
    </>
  );
}
