import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assetQuery } from '../../api/assets';
import type { Contract } from '../../api/contracts';
import { Loading } from '../../ui/states';
import { DraftForm } from './draft-view';
import { editableYaml } from '../contract/contract-yaml';

interface ReaderProps {
  readonly contract: Contract;
  readonly text: string;
}

/** The contract as its form shows it, for reading. */
export function FormReader({ contract, text }: ReaderProps) {
  const type = contract.entity?.type ?? 'table';
  const asset = useQuery({ ...assetQuery(type, contract.entity?.fullyQualifiedName ?? ''), retry: false });
  const document = useMemo(() => editableYaml(text), [text]);
  return asset.isPending ? (
    <Loading what="Loading the asset" />
  ) : (
    <DraftForm type={type} asset={asset.data} text={document} />
  );
}
