export const OBSERVATION_KINDS = ['refresh', 'arrival', 'availability'] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** Something that was seen of an asset's data at an instant; all times in epoch ms. */
export interface Observation {
  readonly timestamp: number;
  readonly kind: ObservationKind;
  /** How new the newest data of an arrival is; default: as new as the arrival itself. */
  readonly dataTimestamp?: number;
  /** The value of an availability. */
  readonly available?: boolean;
  /** The observer; '' where it is not stated. */
  readonly source: string;
}

/** An observation as it is sent: its source is optional. */
export type SentObservation = Omit<Observation, 'source'> & { readonly source?: string };

/** How the sources of observations begin that follow from other evidence; such a name is refused in a push. */
export const OWN_SOURCE = 'catalog:';
