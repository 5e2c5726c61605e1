import { Fragment } from 'react';

const MARK = /<em>([\s\S]*?)<\/em>/g;

/** A text whose hits the API marks with `<em>`: these alone become marks, all else stays text, markup included. */
export function Marked({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(MARK).map((part, at) => (
        // The parts alternate: what lies between marks, and what is marked.
        <Fragment key={at}>{at % 2 === 1 ? <mark>{part}</mark> : part}</Fragment>
      ))}
    </>
  );
}
