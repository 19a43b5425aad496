package dev.rctp.gateway.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * TEST ONLY: the block of ports that a sandbox uses, in the order authorization server, gateway, management, marketplace, operators.
 *
 * @param first the first of five
 */
public record SandboxPorts(int first) {

    private static final int COUNT = 5;
    private static final int LAST_TRIED = 60_000;

    /** The first block of free ports from this one on. */
    public static SandboxPorts freeFrom(int first) throws IOException {
        for (int from = first; from < LAST_TRIED; from += 10) {
            if (isFree(from)) {
                return new SandboxPorts(from);
            }
        }
        throw new IOException("no five free ports in a row from " + first + " on");
    }

    /** The base URLs on these ports. */
    SandboxAddresses addresses() {
        String host = "http://localhost:";
        return new SandboxAddresses(
                host + gateway(),
                host + management(),
                host + authorizationServer(),
                host + marketplace(),
                host + operators());
    }

    int authorizationServer() {
        return first;
    }

    int gateway() {
        return first + 1;
    }

    int management() {
        return first + 2;
    }

    int marketplace() {
        return first + 3;
    }

    int operators() {
        return first + 4;
    }

    private static boolean isFree(int from) {
        for (int port = from; port < from + COUNT; port++) {
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                if (!probe.isBound()) {
                    return false;
                }
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }
}
