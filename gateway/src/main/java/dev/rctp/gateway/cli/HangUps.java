package dev.rctp.gateway.cli;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGHUP, which would end the process: here it asks for something to be done again. Signals that come while that waits are one; one that
 * comes while it is done makes it be done once more.
 */
final class HangUps {

    private static final Logger LOG = LoggerFactory.getLogger(HangUps.class);

    private final BlockingQueue<HangUps> asked = new ArrayBlockingQueue<>(1);

    HangUps() {}

    /** Catches the signal from now on; where the platform has none, or started the process so that it is ignored, it never comes. */
    static HangUps caught() {
        HangUps hangUps = new HangUps();
        try {
            hangUps.install();
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.atInfo().addKeyValue("cause", FaultText.of(e)).log("SIGHUP can't be caught here");
        }
        return hangUps;
    }

    /** The JDK's only class for signals is no API of Java's own; the compiler would warn of it by name. */
    private void install() throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        MethodHandle came = MethodHandles.lookup()
                .findVirtual(HangUps.class, "came", MethodType.methodType(void.class))
                .bindTo(this);
        Object taker = MethodHandleProxies.asInterfaceInstance(handler, MethodHandles.dropArguments(came, 0, signal));
        Object hup = signal.getConstructor(String.class).newInstance("HUP");
        signal.getMethod("handle", signal, handler).invoke(null, hup, taker);
    }

    /** Called by the virtual machine. */
    void came() {
        var _ = asked.offer(this);
    }

    /** Does it for each signal, one that came before included, on a thread of its own; what fails is logged, and done again when asked. */
    void each(Runnable action) {
        Thread.ofPlatform().daemon().name("hang-up").start(() -> {
            try {
                while (true) {
                    asked.take();
                    attempt(action);
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** An error too must not end the thread: no later signal would be heard, and none would end the process. */
    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            LOG.error("what SIGHUP asks for failed", e);
        }
    }
}
