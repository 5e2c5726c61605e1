import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schemas } from '../service/client';

export type Baseline = Schemas['LearnedBaseline'];
export type Metric = Baseline['metric'];
/** A value beside what is usual for it. */
export type Point = Baseline & { readonly timestamp: number; readonly value: number };
export type Feedback = Schemas['LearnedFeedback'];
export type FeedbackBody = Schemas['LearnedFeedbackDto'];
export type Warning = Schemas['LearnedWarning'];

/** Points that a chart shows. */
const MOST_POINTS = 20;
const MOST_LISTED = 1000;
const MOST_WARNINGS = 20;

const isPoint = (baseline: Baseline): baseline is Point =>
  baseline.timestamp !== undefined && baseline.value !== undefined;

/** The newest points of an asset, each beside what was usual at its time, the newest first. */
export const pointsQuery = (contract: string, metric: Metric) =>
  queryOptions({
    queryKey: ['contract', contract, 'learned', metric],
    queryFn: async ({ signal }): Promise<readonly Point[]> => {
      const params = { path: { id: contract }, query: { metric, limit: MOST_POINTS } };
      const { points } = await answerOf(api.GET('/api/v1/dataContracts/{id}/learned/series', { params, signal }));
      return points.filter(isPoint);
    },
  });

/** Verdicts on points. */
export const feedbackQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'learned feedback'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: contract }, query: { limit: MOST_LISTED } };
      return (await answerOf(api.GET('/api/v1/dataContracts/{id}/learned/feedback', { params, signal }))).data;
    },
  });

/** Runs of unusual points that were warned of, the newest first. */
export const warningsQuery = (contract: string) =>
  queryOptions({
    queryKey: ['contract', contract, 'learned warnings'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: contract }, query: { limit: MOST_WARNINGS } };
      return (await answerOf(api.GET('/api/v1/dataContracts/{id}/learned/warnings', { params, signal }))).data;
    },
  });

export const setFeedback = (contract: string, body: FeedbackBody): Promise<Feedback> =>
  answerOf(api.PUT('/api/v1/dataContracts/{id}/learned/feedback', { params: { path: { id: contract } }, body }));

export const removeFeedback = (contract: string, { metric, timestamp }: FeedbackBody): Promise<Feedback> =>
  answerOf(
    api.DELETE('/api/v1/dataContracts/{id}/learned/feedback/{metric}/{timestamp}', {
      params: { path: { id: contract, metric, timestamp } },
    }),
  );
