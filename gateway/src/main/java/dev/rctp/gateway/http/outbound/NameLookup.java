package dev.rctp.gateway.http.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Turns host names into addresses; may block, so it is called on threads of its own. */
@FunctionalInterface
public interface NameLookup {

    /** All addresses of a name, best first; never empty. */
    InetAddress[] addresses(String host) throws UnknownHostException;

    /** The platform's lookup. */
    static NameLookup platform() {
        return InetAddress::getAllByName;
    }
}
