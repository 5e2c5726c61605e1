import { Button, TextInput } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { hitsIn, type Known } from '../lineage-view/known';

interface GraphSearchProps {
  readonly known: Known;
  /** Shows a card, and brings it into view. */
  readonly reveal: (id: string) => void;
}

/** Finds cards by a part of their name, folded ones as well: Enter goes from one to the next. */
export function GraphSearch({ known, reveal }: GraphSearchProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const status = useId();
  const hits = useMemo(() => hitsIn(known, text), [known, text]);
  const go = (step: number) => {
    if (hits.length === 0) return;
    const next = (Math.max(at, step < 0 ? 0 : -1) + step + hits.length) % hits.length;
    setAt(next);
    reveal(hits[next] ?? '');
  };
  const isAsked = text.trim() !== '';
  return (
    <search className="row" aria-label="In the graph">
      <TextInput
        aria-label="Find in the graph"
        placeholder="Find in the graph"
        aria-describedby={status}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
        }}
      />
      {isAsked && hits.length > 0 && (
        <>
          <Button variant="default" onClick={() => go(-1)}>
            Previous
          </Button>
          <Button variant="default" onClick={() => go(1)}>
            Next
          </Button>
        </>
      )}
      <span id={status} role="status" className="dimmed small">
        {isAsked && (at < 0 ? `${hits.length} found` : `${at + 1} of ${hits.length}`)}
      </span>
    </search>
  );
}
