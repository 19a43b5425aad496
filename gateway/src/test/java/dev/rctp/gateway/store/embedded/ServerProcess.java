package dev.rctp.gateway.store.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Another process that starts an embedded server and prints its address and password, or why it can't. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ServerProcess(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static ServerProcess start(Path folder) throws IOException {
        return start(folder, Map.of());
    }

    static ServerProcess start(Path folder, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ServerProcess.class.getName(),
                folder.toString()));
        builder.environment().putAll(environment);
        return new ServerProcess(
                builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** What it prints next after the lines of its log. */
    String nextLine() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("> ")) {
                return line.substring(2);
            }
        }
        throw new IOException("the process ended without a word");
    }

    /** SIGKILL, and waits for its end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM, and waits for its end. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }

    /** The other process: runs until it is told to stop. */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            EmbeddedServer server = EmbeddedServer.start(Path.of(arguments[0]), EmbeddedServerTest.BINARIES);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            System.out.println("> " + server.url() + " " + server.password());
            Thread.currentThread().join();
        } catch (IOException e) {
            System.out.println("> " + e.getMessage());
        }
    }
}
