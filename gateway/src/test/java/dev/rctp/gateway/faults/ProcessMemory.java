package dev.rctp.gateway.faults;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What another Java process uses, seen from outside. Its heap is to be of a fixed size and touched from the start ({@link #FIXED_HEAP}). */
final class ProcessMemory implements AutoCloseable {

    static final Map<String, String> FIXED_HEAP =
            Map.of(GatewayProcess.OPTIONS, "-Xms256m -XX:+AlwaysPreTouch -XX:+UseSerialGC");

    /**
     * A moment, in bytes.
     *
     * @param heap what is alive, after a collection
     * @param direct of the direct buffers that Java counts
     * @param resident all the process' own memory; beyond the touched heap it is buffers, code, classes and stacks
     */
    record Figure(long heap, long direct, long resident) {

        Figure max(Figure other) {
            return new Figure(
                    Math.max(heap, other.heap), Math.max(direct, other.direct), Math.max(resident, other.resident));
        }

        /** What was added, heap and all else. */
        long since(Figure before) {
            return heap - before.heap + resident - before.resident;
        }
    }

    private final JMXConnector connector;
    private final MemoryMXBean memory;
    private final BufferPoolMXBean direct;
    private final Path status;

    private ProcessMemory(JMXConnector connector, long pid) throws IOException {
        this.connector = connector;
        MBeanServerConnection server = connector.getMBeanServerConnection();
        memory = ManagementFactory.newPlatformMXBeanProxy(
                server, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
        direct = ManagementFactory.newPlatformMXBeanProxy(
                server, "java.nio:type=BufferPool,name=direct", BufferPoolMXBean.class);
        status = Path.of("/proc", Long.toString(pid), "status");
    }

    @SuppressWarnings("BanJNDI") // the other end is a process that the test itself has started
    static ProcessMemory of(GatewayProcess process) throws IOException, AttachNotSupportedException {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
        try {
            return new ProcessMemory(
                    JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent())), process.pid());
        } finally {
            machine.detach();
        }
    }

    /** What is used now. */
    Figure now() throws IOException {
        memory.gc();
        return new Figure(memory.getHeapMemoryUsage().getUsed(), direct.getMemoryUsed(), resident());
    }

    private long resident() throws IOException {
        String line = Files.readAllLines(status).stream()
                .filter(each -> each.startsWith("RssAnon:"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
