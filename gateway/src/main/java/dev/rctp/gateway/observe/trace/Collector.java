package dev.rctp.gateway.observe.trace;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Who gets the spans: an OTLP receiver over HTTP. They leave in batches from a thread of their own; what does not fit into the queue is
 * dropped, and no call waits for it.
 *
 * @param endpoint the URL they are posted to
 * @param service the name that they say they come from
 * @param instance which of its instances
 * @param ratio the share of requests that are traced, from 0 to 1
 * @param chance gives numbers from 0 to 1 by which requests are chosen: neither the caller's flag nor its trace id has a say
 */
public record Collector(URI endpoint, String service, String instance, double ratio, DoubleSupplier chance) {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration BETWEEN_BATCHES = Duration.ofSeconds(1);

    SdkTracerProvider provider() {
        Sampler own = new ChanceSampler(ratio, chance);
        return SdkTracerProvider.builder()
                .setSampler(Sampler.parentBasedBuilder(own)
                        .setRemoteParentSampled(own)
                        .setRemoteParentNotSampled(own)
                        .build())
                .setResource(Resource.create(Attributes.builder()
                        .put("service.name", service)
                        .put("service.instance.id", instance)
                        .build()))
                .addSpanProcessor(BatchSpanProcessor.builder(new LoggedExporter(exporter()))
                        .setScheduleDelay(BETWEEN_BATCHES)
                        .setExporterTimeout(DEADLINE)
                        .build())
                .build();
    }

    private OtlpHttpSpanExporter exporter() {
        return OtlpHttpSpanExporter.builder()
                .setEndpoint(endpoint.toString())
                .setTimeout(DEADLINE)
                .build();
    }
}
