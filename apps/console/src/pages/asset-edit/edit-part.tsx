import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Asset } from '../../api/assets';
import type { EditedPart } from '../../search-parameters';
import { AskForRight } from '../../ui/buttons/ask-for-right';
import { namesOf } from '../../ui/references';
import { rightOnInWords } from '../../ui/rights';
import { Notice } from '../../ui/states';
import { hasPart, PARTS } from './parts';
import type { EditRights } from './use-edit-rights';

const PartEditor = lazy(async () => ({ default: (await import('./part-editor')).PartEditor }));

/** The part whose editor is open, by the address, so that a link opens it. */
function useEditedPart() {
  const { edit } = useSearch({ from: '/inside/asset' });
  const navigate = useNavigate({ from: '/asset' });
  const set = (part: EditedPart | undefined) =>
    void navigate({
      search: (now) => ({ ...now, edit: part }),
      replace: true,
      resetScroll: false,
      // The editor itself has asked.
      ignoreBlocker: true,
    });
  return [edit, set] as const;
}

interface EditButtonProps {
  readonly part: EditedPart;
  readonly rights: EditRights;
}

/** Opens the editor of a part; nothing for who may not change it. */
export function EditButton({ part, rights }: EditButtonProps) {
  const [, edit] = useEditedPart();
  if (!rights.mayEdit(part)) return null;
  return (
    <Button size="compact-sm" variant="subtle" aria-label={`Edit the ${PARTS[part].label}`} onClick={() => edit(part)}>
      Edit
    </Button>
  );
}

interface OpenPartProps {
  readonly type: string;
  readonly asset: Asset;
  readonly rights: EditRights;
}

/** The editor that the address opens, or why it is not open. */
export function OpenPart({ type, asset, rights }: OpenPartProps) {
  const [part, edit] = useEditedPart();
  if (part === undefined || !rights.isEditable || !hasPart(type, part)) return null;
  const { operation } = PARTS[part];
  if (rights.mayEdit(part))
    return (
      <Suspense fallback={null}>
        <PartEditor key={part} type={type} asset={asset} part={part} close={() => edit(undefined)} />
      </Suspense>
    );
  if (!rights.lacked.includes(operation)) return null;
  const name = asset.displayName ?? asset.name;
  return (
    <Notice tone="part" icon="lock">
      <p>
        It takes the right to <bdi>{rightOnInWords(operation, name)}</bdi> ({operation}) to edit the {PARTS[part].label}
        , which none of your roles gives. {editors(asset)}
      </p>
      <AskForRight type={type} id={asset.id} name={name} operations={[operation]} />
    </Notice>
  );
}

/** Names those who may change the asset. */
export function editors({ owners }: Asset): string {
  const names = namesOf(owners);
  const others = 'people with a role for it, such as data stewards,';
  return names.length > 0
    ? `Its owners (${names.join(', ')}) and ${others} may change it.`
    : `It has no owner: only ${others} may change it.`;
}
