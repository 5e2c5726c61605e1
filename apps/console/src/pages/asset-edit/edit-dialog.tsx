import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { openedQuery, patchAsset, type Opened } from '../../api/operations/asset-changes';
import type { Asset } from '../../api/assets';
import { ApiError } from '../../api/service/api-error';
import { Dialog } from '../../ui/dialogs/dialog';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { FieldRefusal, Loaded, Notice } from '../../ui/states';
import { toasts } from '../../ui/toasts/toasts';
import { patchOf, undoPatchOf, type Change } from './changes';

/** Arguments of the fields of an editor. */
export interface Fields<D> {
  readonly draft: D;
  readonly set: (change: Partial<D>) => void;
  /** The entity as it was opened. */
  readonly asset: Asset;
  /** The reason of a refusal, for the field that has one of these names, or that the service names. */
  readonly refused: (member: string, names?: readonly string[]) => string | undefined;
}

export interface Editor<D> {
  /** Subject of the editor, such as `the owners of orders`. */
  readonly what: string;
  readonly are?: 'is' | 'are';
  readonly draftOf: (asset: Asset) => D;
  /** @throws ApiError where a name is looked up that nothing has */
  readonly changesOf: (asset: Asset, draft: D) => Change[] | Promise<Change[]>;
  /** Whether what is entered cannot be saved. */
  readonly isFaulty?: (draft: D) => boolean;
  readonly fields: (fields: Fields<D>) => ReactNode;
}

interface EditDialogProps<D> {
  readonly type: string;
  readonly id: string;
  readonly of: Editor<D>;
  readonly close: () => void;
}

/** Changes a part of an entity as it is when the dialog is opened; what somebody else changes meanwhile is not overwritten. */
export function EditDialog<D>({ type, id, of, close }: EditDialogProps<D>) {
  const query = useQuery(openedQuery(type, id));
  if (query.data === undefined)
    return (
      <Dialog opened onClose={close} title={`Edit ${of.what}`}>
        <Loaded query={query} what="Reading it as it is">
          {() => null}
        </Loaded>
      </Dialog>
    );
  const again = async () => (await query.refetch()).data;
  return <OpenedDialog type={type} id={id} of={of} close={close} first={query.data} again={again} />;
}

interface OpenedProps<D> extends EditDialogProps<D> {
  readonly first: Opened;
  readonly again: () => Promise<Opened | undefined>;
}

function OpenedDialog<D>({ type, id, of, close, first, again }: OpenedProps<D>) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState(first);
  const [hasMovedOn, setMovedOn] = useState(false);
  const [begun] = useState(() => of.draftOf(first.asset));
  const [draft, setDraft] = useState(begun);
  const save = useMutation({
    mutationFn: async () => {
      const changes = await of.changesOf(opened.asset, draft);
      if (changes.length === 0) return;
      const etag = await patchAsset(type, id, patchOf(changes), opened.etag);
      toasts.add(`${capital(of.what)} ${of.are ?? 'is'} saved.`, () =>
        patchAsset(type, id, undoPatchOf(changes), etag),
      );
    },
    onSuccess: async () => {
      close();
      await queries.invalidateQueries();
    },
  });
  const goOn = async () => {
    const next = await again();
    if (next) setOpened(next);
    setMovedOn(true);
    save.reset();
  };
  const shown = new Set<string>();
  const refused: Fields<D>['refused'] = (member, names) => {
    const found = detailsAt(save.error, member, names);
    found.forEach(({ field }) => shown.add(field));
    return found.length > 0 ? found.map(({ message }) => message).join('; ') : undefined;
  };
  const set = (change: Partial<D>) => setDraft((now) => ({ ...now, ...change }));
  const fields = of.fields({ draft, set, asset: opened.asset, refused });
  return (
    <FormDialog
      title={`Edit ${of.what}`}
      label="Save"
      size="lg"
      save={save}
      disabled={draft === begun || (of.isFaulty?.(draft) ?? false)}
      isChanged={draft !== begun}
      close={close}
    >
      {fields}
      {hasMovedOn && (
        <Notice tone="part" icon="info">
          <p>
            You go on from version {opened.asset.version} by {opened.asset.updatedBy}. What you entered replaces what
            this part has there.
          </p>
        </Notice>
      )}
      {save.error instanceof ApiError && save.error.isOutdated ? (
        <Notice tone="bad" icon="warning">
          <div className="stack" style={{ gap: 10 }}>
            <p>It has changed since you opened it, and nothing was overwritten. What you entered is still here.</p>
            <div>
              <Button variant="default" onClick={() => void goOn()}>
                Go on from the current version
              </Button>
            </div>
          </div>
        </Notice>
      ) : (
        <FieldRefusal error={save.error} shown={[...shown]} />
      )}
    </FormDialog>
  );
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Messages about a member or a part of it. @param names where given, only those that name one of these */
function detailsAt(error: unknown, member: string, names?: readonly string[]) {
  if (!(error instanceof ApiError)) return [];
  return error.details.filter(
    ({ field, message }) =>
      (field === member || field.startsWith(`${member}[`) || field.endsWith(`.${member}`)) &&
      (names === undefined || names.some((name) => message.includes(name))),
  );
}
