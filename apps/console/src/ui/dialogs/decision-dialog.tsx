import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Done } from '../buttons/action-button';
import { FormDialog } from './form-dialog';
import { FieldRefusal } from '../states';
import { toasts } from '../toasts/toasts';

export interface Decision {
  /** The heading and the label of the button. */
  readonly title: string;
  readonly label: string;
  /** The consequences. */
  readonly text: string;
  readonly comment: 'required' | 'optional' | 'none';
  readonly commentLabel?: string;
  /** The comment that the form begins with. */
  readonly commentStart?: string;
  /** Characters that the API takes. */
  readonly longestComment?: number;
  /** Carries it out, and returns the message once it has happened, and how it is taken back where that depends on what happened. @param comment undefined where nothing was entered */
  readonly act: (comment: string | undefined) => Promise<string | Done>;
  /** How it is taken back, where it can be. */
  readonly undo?: () => Promise<unknown>;
}

/** An act whose message is known before. */
export const said =
  (done: string, act: (comment: string | undefined) => Promise<unknown>): Decision['act'] =>
  async (comment) => {
    await act(comment);
    return done;
  };

interface DecisionDialogProps {
  readonly of: Decision;
  readonly close: () => void;
  /** Fields before the comment. */
  readonly children?: ReactNode;
  readonly disabled?: boolean;
}

/** Asks for what a decision needs, carries it out, and says what happened. */
export function DecisionDialog({ of, close, children, disabled = false }: DecisionDialogProps) {
  const queries = useQueryClient();
  const [begun] = useState(of.commentStart ?? '');
  const [comment, setComment] = useState(begun);
  const text = comment.trim();
  const save = useMutation({
    mutationFn: () => of.act(text === '' ? undefined : text),
    onSuccess: async (done) => {
      close();
      const { text: message, undo = of.undo } = typeof done === 'string' ? { text: done } : done;
      toasts.add(message, undo);
      await queries.invalidateQueries();
    },
    // What was decided on may have changed: the page shows it as it is.
    onError: () => queries.invalidateQueries(),
  });
  return (
    <FormDialog
      title={of.title}
      label={of.label}
      save={save}
      disabled={disabled || (of.comment === 'required' && text === '')}
      isChanged={comment !== begun}
      close={close}
    >
      <p style={{ margin: 0 }}>{of.text}</p>
      {children}
      {of.comment !== 'none' && (
        <Textarea
          label={of.commentLabel ?? 'Comment'}
          autosize
          minRows={2}
          data-autofocus
          required={of.comment === 'required'}
          {...(of.longestComment !== undefined && {
            maxLength: of.longestComment,
            description: `${of.longestComment - comment.length} of ${of.longestComment} characters left`,
          })}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      )}
      <FieldRefusal error={save.error} />
    </FormDialog>
  );
}
