import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-node';
import { endsWithin } from './concurrency/timeout';

/** Name of the tracer of our own spans. */
export const TRACER = 'metadata-catalog';
/** How long a process that stops waits for the collector, in ms. */
const FLUSH_MS = 1_000;
/** Probes and scrapes are no requests of users. */
const OF_OPERATORS = /^\/(livez|readyz|startupz|metrics)\b/;

// eslint-disable-next-line house/no-learned-ways -- begun with the process
let provider: NodeTracerProvider | undefined;

/** Where traces go is known to the exporter from OpenTelemetry's own variables. */
export interface TracingOptions {
  readonly service: string;
  /** Share of the requests that are traced, unless the caller decides. */
  readonly ratio: number;
}

/** Sends traces by OTLP from now on. Called before the modules that are instrumented (`pg`) are loaded. */
export function startTracing({ service, ratio }: TracingOptions): void {
  provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: requestsAlone(new TraceIdRatioBasedSampler(ratio)) }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // With W3C's trace context, and the context propagated over asynchronous calls.
  provider.register();
  new HttpInstrumentation({
    requireParentforOutgoingSpans: true,
    ignoreIncomingRequestHook: ({ url = '' }) => OF_OPERATORS.test(url),
  });
  new PgInstrumentation({ requireParentSpan: true });
}

/** A trace begins with a request: what polls by itself would drown the others. */
function requestsAlone(sampler: Sampler): Sampler {
  return {
    shouldSample: (context, traceId, name, kind, attributes, links) =>
      kind === SpanKind.SERVER
        ? sampler.shouldSample(context, traceId, name, kind, attributes, links)
        : { decision: SamplingDecision.NOT_RECORD },
    toString: () => `requestsAlone(${sampler.toString()})`,
  };
}

export function isTracing(): boolean {
  return provider !== undefined;
}

/** Sends what is left; waits for a second at most. */
export async function stopTracing(): Promise<void> {
  if (provider) await endsWithin(provider.shutdown(), FLUSH_MS);
}

/** Runs work in a span of its own, where traces are sent. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!provider) return work();
  return trace.getTracer(TRACER).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The span that is under way, as W3C's header `traceparent` has it; undefined where it is not recorded. */
export function traceparent(): string | undefined {
  if (!provider || !trace.getActiveSpan()?.isRecording()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Runs work in a span of its own in the trace of `parent`, a `traceparent`; in no trace where there is none. */
export function tracedBelow<T>(parent: string | undefined, name: string, work: () => Promise<T>): Promise<T> {
  if (!provider) return work();
  if (parent === undefined) return context.with(ROOT_CONTEXT, work);
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent: parent }), () => traced(name, {}, work));
}

/** Names the span of the request that is under way by its route. */
export function nameRequest(method: string, route: string): void {
  if (!provider) return;
  const span = trace.getActiveSpan();
  span?.updateName(`${method} ${route}`);
  span?.setAttribute('http.route', route);
}
