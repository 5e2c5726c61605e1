import type { ResultBounds, Row } from '../../engine';
import type { Reason } from '../../reason';

export interface EngineSettings {
  readonly threads: number;
  readonly memoryMb: number;
  /** Folder of its temporary files, and their size together. */
  readonly tempFolder: string;
  readonly tempBytes: number;
}

/** The encodings that the engine reads. */
export const ENCODINGS = ['utf-8', 'utf-16', 'latin-1'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface FileHead {
  readonly text: string;
  readonly isWhole: boolean;
}

export type EngineTask =
  | { readonly kind: 'open'; readonly settings: EngineSettings }
  | { readonly kind: 'run'; readonly sql: string }
  /** The beginning of a file, unpacked and decoded, as one row of its text and whether that is the whole file. */
  | { readonly kind: 'head'; readonly path: string; readonly encoding: Encoding }
  | { readonly kind: 'select'; readonly sql: string; readonly bounds: ResultBounds };

/** A task for the process of the engine, which is answered, or an interrupt of the one that runs. */
export type EngineRequest = { readonly id: number; readonly task: EngineTask } | 'interrupt';

/** An error of the engine; with a reason where it is ours. */
export interface EngineFault {
  readonly message: string;
  readonly reason?: Reason;
  readonly cure?: string;
}

/** Rows of a result come in pieces before its end. What ends the process has no id. */
export type EngineAnswer =
  | { readonly id: number; readonly rows: readonly Row[] }
  | { readonly id: number; readonly columns: readonly string[] }
  | { readonly id: number; readonly fault: EngineFault }
  | { readonly ending: EngineFault };
