package dev.rctp.gateway.observe.trace;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;
import java.util.function.DoubleSupplier;

/** Chooses by chance alone, so that no caller can have all of its requests exported, or none. */
record ChanceSampler(double ratio, DoubleSupplier chance) implements Sampler {

    @Override
    public SamplingResult shouldSample(
            Context parent, String traceId, String name, SpanKind kind, Attributes attributes, List<LinkData> links) {
        return chance.getAsDouble() < ratio ? SamplingResult.recordAndSample() : SamplingResult.drop();
    }

    @Override
    public String getDescription() {
        return "chance " + ratio;
    }
}
