package dev.rctp.msgsig.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPolicyTest {

    private final AddressPolicy policy = new AddressPolicy(false);
    private final AddressPolicy withLoopback = new AddressPolicy(true);

    @ParameterizedTest
    @DisplayName("OPR-2, B91: special-use addresses are refused")
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.255.255.255",
                "10.0.0.5",
                "100.64.0.1",
                "100.127.255.255",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.0.170",
                "192.0.2.1",
                "192.31.196.1",
                "192.52.193.1",
                "192.88.99.1",
                "192.168.1.1",
                "192.175.48.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::2",
                "::7f00:1",
                "64:ff9b:1::1",
                "100::1",
                "2001::1",
                "2001:1ff::1",
                "2001:db8::1",
                "3fff::1",
                "3fff:fff::1",
                "2620:4f:8000::1",
                "4000::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "ff02::1"
            })
    void special(String address) {
        assertThat(policy.permits(InetAddress.ofLiteral(address))).isFalse();
        assertThat(withLoopback.permits(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @DisplayName("OPR-2: globally reachable addresses are permitted")
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.1",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2606:4700::1111",
                "3ffe::1",
                "3fff:1000::1"
            })
    void global(String address) {
        assertThat(policy.permits(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @DisplayName("OPR-2: loopback only where it is allowed")
    @ValueSource(strings = {"127.0.0.1", "127.255.255.254", "::1"})
    void loopback(String address) {
        assertThat(policy.permits(InetAddress.ofLiteral(address))).isFalse();
        assertThat(withLoopback.permits(InetAddress.ofLiteral(address))).isTrue();
    }

    @Test
    @DisplayName("OPR-2: an IPv4 address inside an IPv6 one is judged as itself")
    void embedded() throws UnknownHostException {
        assertThat(policy.permits(mapped(169, 254, 169, 254))).isFalse();
        assertThat(policy.permits(mapped(127, 0, 0, 1))).isFalse();
        assertThat(withLoopback.permits(mapped(127, 0, 0, 1))).isTrue();
        assertThat(policy.permits(mapped(1, 1, 1, 1))).isTrue();
        assertThat(policy.permits(InetAddress.ofLiteral("64:ff9b::a9fe:a9fe"))).isFalse();
        assertThat(policy.permits(InetAddress.ofLiteral("64:ff9b::101:101"))).isTrue();
        assertThat(policy.permits(InetAddress.ofLiteral("2002:a00:5::1"))).isFalse();
        assertThat(policy.permits(InetAddress.ofLiteral("2002:101:101::1"))).isTrue();
    }

    @Test
    @DisplayName("OPR-2: loopback behind a translator is never loopback")
    void translatedLoopback() {
        assertThat(withLoopback.permits(InetAddress.ofLiteral("64:ff9b::7f00:1")))
                .isFalse();
        assertThat(withLoopback.permits(InetAddress.ofLiteral("2002:7f00:1::1")))
                .isFalse();
    }

    /** Only a scope keeps Java from turning it into IPv4. */
    private static InetAddress mapped(int a, int b, int c, int d) throws UnknownHostException {
        byte[] bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, (byte) a, (byte) b, (byte) c, (byte) d};
        InetAddress address = Inet6Address.getByAddress(null, bytes, -1);
        assertThat(address).isInstanceOf(Inet6Address.class);
        return address;
    }
}
