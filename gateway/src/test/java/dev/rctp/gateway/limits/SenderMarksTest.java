package dev.rctp.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.security.SecureRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SenderMarksTest {

    private final SenderMarks marks = new SenderMarks(new SecureRandom());

    @Test
    @DisplayName("APR-8: a mark is an address's about one thing in one process, and no other's")
    void apart() {
        InetAddress one = InetAddress.ofLiteral("192.0.2.1");
        String mark = marks.of("apr_a", one);
        assertThat(mark).isEqualTo(marks.of("apr_a", one)).hasSize(16).doesNotContain("192");
        assertThat(mark)
                .isNotEqualTo(marks.of("apr_a", InetAddress.ofLiteral("192.0.2.2")))
                .isNotEqualTo(marks.of("apr_b", one))
                .isNotEqualTo(new SenderMarks(new SecureRandom()).of("apr_a", one));
        assertThat(marks.of("apr_a", InetAddress.ofLiteral("2001:db8::1")))
                .isEqualTo(marks.of("apr_a", InetAddress.ofLiteral("2001:db8::2")));
    }
}
