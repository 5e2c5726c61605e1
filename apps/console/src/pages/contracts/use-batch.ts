import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { requestValidations } from '../../api/contracts';
import { followEvents } from '../../api/service/event-stream';

export interface Batch {
  readonly isRunning: boolean;
  readonly total: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly error: unknown;
  readonly start: (ids: readonly string[]) => void;
}

interface Standing {
  readonly total: number;
  readonly byStatus: Record<string, number>;
  readonly ended?: boolean;
}

const NOTHING: Standing = { total: 0, byStatus: {} };

/** Validates many contracts, and follows them till the last one has ended. */
export function useBatch(): Batch {
  const queries = useQueryClient();
  const [standing, setStanding] = useState<Standing>(NOTHING);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const leave = useRef<AbortController>(undefined);
  useEffect(() => () => leave.current?.abort(), []);

  const start = async (ids: readonly string[]): Promise<void> => {
    const controller = (leave.current = new AbortController());
    setError(undefined);
    setRunning(true);
    try {
      const batch = await requestValidations(ids);
      setStanding(batch);
      const hear = ({ data }: { data: unknown }) => {
        if (isStanding(data)) setStanding(data);
        void queries.invalidateQueries({ queryKey: ['contracts'] });
      };
      if (!batch.ended)
        await followEvents(`/api/v1/dataContracts/validations/${batch.id}/events`, hear, controller.signal);
    } catch (failure) {
      setError(failure);
    } finally {
      setRunning(false);
      await queries.invalidateQueries({ queryKey: ['contracts'] });
    }
  };
  return { isRunning, ...standing, error, start: (ids) => void start(ids) };
}

function isStanding(data: unknown): data is Standing {
  return typeof data === 'object' && data !== null && 'byStatus' in data && 'total' in data;
}
