package dev.rctp.gateway.observe.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once in our own log that the collector takes no spans, and once that it does again, where the library would say it for each batch. */
final class LoggedExporter implements SpanExporter {

    private static final Logger LOG = LoggerFactory.getLogger(LoggedExporter.class);

    private final SpanExporter exporter;
    private final java.util.logging.Logger library = java.util.logging.Logger.getLogger("io.opentelemetry");
    private final AtomicBoolean failing = new AtomicBoolean();

    LoggedExporter(SpanExporter exporter) {
        this.exporter = exporter;
        library.setLevel(Level.OFF);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> told(result.isSuccess()));
    }

    private void told(boolean taken) {
        if (taken && failing.compareAndSet(true, false)) {
            LOG.atInfo().log("the trace collector takes spans again");
        } else if (!taken && failing.compareAndSet(false, true)) {
            LOG.atWarn().log("the trace collector takes no spans; they are dropped");
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
