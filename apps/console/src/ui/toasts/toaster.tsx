import { CloseButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { BusyButton } from '../buttons/busy-button';
import { errorText } from '../rights';
import { toasts, type Toast } from './toasts';

/** Time to read a message and to take the action back; it stays as long as the pointer or the focus is on it. */
const SHOWN_MS = 12_000;

/** Messages of actions, read out as they come. */
export function Toaster() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list);
  return (
    <div className="toasts" role="status" aria-label="What happened">
      {list.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function OneToast({ toast: { id, text, undo } }: { readonly toast: Toast }) {
  const queries = useQueryClient();
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (isRead) return undefined;
    const timer = setTimeout(() => toasts.remove(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isRead]);
  const takeBack = useMutation({
    mutationFn: async () => undo?.(),
    onSuccess: async () => {
      toasts.remove(id);
      await queries.invalidateQueries();
    },
  });
  const reading = (is: boolean) => () => setRead(is);
  return (
    <div
      className="toast"
      onMouseEnter={reading(true)}
      onMouseLeave={reading(false)}
      onFocus={reading(true)}
      onBlur={reading(false)}
    >
      <span className="toast-text">{takeBack.error ? errorText(takeBack.error) : text}</span>
      {undo && (
        <BusyButton size="compact-sm" variant="default" isBusy={takeBack.isPending} onClick={() => takeBack.mutate()}>
          Undo
        </BusyButton>
      )}
      <CloseButton size="sm" aria-label="Close the message" onClick={() => toasts.remove(id)} />
    </div>
  );
}
