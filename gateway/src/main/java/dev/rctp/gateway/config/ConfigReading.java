package dev.rctp.gateway.config;

import java.util.List;

/** What reading a configuration file gave. */
public sealed interface ConfigReading {

    /** The file is good. */
    record Good(GatewayConfig config) implements ConfigReading {}

    /** The file can't be used; every fault found, in the file's order. */
    record Faulty(List<ConfigFault> faults) implements ConfigReading {

        /** Keeps its own copy of the faults. */
        public Faulty {
            faults = List.copyOf(faults);
        }
    }
}
