package dev.rctp.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AddressLimitsTest {

    private final StillClock clock = new StillClock();
    private final AddressLimits limits = new AddressLimits(new AddressAllowance(new Allowance(1, 10, 3), 2), clock);

    private static InetAddress address(String text) throws UnknownHostException {
        return InetAddress.getByName(text);
    }

    private static Visit admitted(Admission admission) {
        assertThat(admission).isInstanceOf(Visit.class);
        return (Visit) admission;
    }

    @Test
    @DisplayName("so many calls at once, and one more for each that ends; to end it twice counts once")
    void concurrency() throws Exception {
        InetAddress one = address("192.0.2.1");
        Visit first = admitted(limits.call(one));
        admitted(limits.call(one));
        admitted(limits.call(one));
        assertThat(limits.call(one)).isEqualTo(Admission.Refused.CONCURRENCY);
        admitted(limits.call(address("192.0.2.2")));

        first.close();
        first.close();
        admitted(limits.call(one));
        assertThat(limits.call(one)).isEqualTo(Admission.Refused.CONCURRENCY);
    }

    @Test
    @DisplayName("calls and new connections take from one rate; what is refused for another reason takes nothing")
    void rate() throws Exception {
        InetAddress one = address("192.0.2.1");
        for (int i = 0; i < 9; i++) {
            admitted(limits.call(one)).close();
        }
        admitted(limits.connection(one));
        assertThat(limits.call(one)).isEqualTo(Admission.Refused.RATE);
        assertThat(limits.connection(one)).isEqualTo(Admission.Refused.RATE);

        clock.move(Duration.ofSeconds(1));
        admitted(limits.connection(one));
        for (int i = 0; i < 100; i++) {
            assertThat(limits.connection(one)).isEqualTo(Admission.Refused.CONNECTIONS);
        }
        clock.move(Duration.ofSeconds(1));
        admitted(limits.call(one));
    }

    @Test
    @DisplayName(
            "so many relayed calls at once beside the others, each address for itself; without an allowance no limit")
    void relays() throws Exception {
        InetAddress one = address("192.0.2.1");
        Visit both = admitted(limits.call(one)).and(admitted(limits.relay(one, 1)));
        assertThat(limits.relay(one, 1)).isEqualTo(Admission.Refused.RELAYS);
        admitted(limits.relay(address("192.0.2.2"), 1)).close();
        both.close();
        both.close();
        admitted(limits.relay(one, 1));
        assertThat(limits.relay(one, 1)).isEqualTo(Admission.Refused.RELAYS);
        limits.reload(null);
        admitted(limits.relay(one, 1));
    }

    @Test
    @DisplayName("an IPv6 network of 64 bits is one address, IPv4 addresses are each their own")
    void prefixes() throws Exception {
        List<Visit> open = new ArrayList<>();
        open.add(admitted(limits.connection(address("2001:db8:1:2::1"))));
        open.add(admitted(limits.connection(address("2001:db8:1:2:ffff:ffff:ffff:ffff"))));
        assertThat(limits.connection(address("2001:db8:1:2:3:4:5:6"))).isEqualTo(Admission.Refused.CONNECTIONS);
        admitted(limits.connection(address("2001:db8:1:3::1")));
        assertThat(Prefix.of(address("::ffff:192.0.2.1"))).isEqualTo(Prefix.of(address("192.0.2.1")));
        assertThat(Prefix.of(address("192.0.2.1"))).isNotEqualTo(Prefix.of(address("192.0.2.2")));
        assertThat(Prefix.of(address("255.255.255.255"))).isNotEqualTo(Prefix.NONE);

        open.forEach(Visit::close);
        admitted(limits.connection(address("2001:db8:1:2::1")));
    }

    @Test
    @DisplayName("another allowance holds from then on, and no allowance is no limit")
    void reload() throws Exception {
        InetAddress one = address("192.0.2.1");
        Visit before = admitted(limits.connection(one));
        limits.reload(null);
        for (int i = 0; i < 1_000; i++) {
            admitted(limits.connection(one));
            admitted(limits.call(one));
        }
        limits.reload(new AddressAllowance(new Allowance(1, 10, 1), 1));
        assertThat(limits.connection(one)).isEqualTo(Admission.Refused.CONNECTIONS);
        before.close();
        admitted(limits.connection(one));
    }
}
