package dev.rctp.msgsig.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProfileUrlTest {

    @ParameterizedTest
    @DisplayName("OPR-1: spellings of one URL are one by RFC 3986 normalization")
    @CsvSource({
        "https://agent.example/.well-known/ucp, https://agent.example/.well-known/ucp",
        "HTTPS://Agent.EXAMPLE/.well-known/ucp, https://agent.example/.well-known/ucp",
        "https://agent.example:443/.well-known/ucp, https://agent.example/.well-known/ucp",
        "https://agent.example:/p, https://agent.example/p",
        "https://agent.example:8443/p, https://agent.example:8443/p",
        "https://agent.example:80/p, https://agent.example:80/p",
        "https://agent.example, https://agent.example/",
        "https://agent.example/%7euser/%2dp, https://agent.example/~user/-p",
        "https://agent.example/a%2fb, https://agent.example/a%2Fb",
        "https://agent.example/a/./b/../c, https://agent.example/a/c",
        "https://agent.example/a/%2e%2e/%2e/c, https://agent.example/c",
        "https://agent.example/../../c, https://agent.example/c",
        "https://agent.example/a/.., https://agent.example/",
        "https://agent.example/a/b/., https://agent.example/a/b/",
        "https://agent.example/a//b, https://agent.example/a//b",
        "https://agent.example/P?v=%41&w, https://agent.example/P?v=A&w",
        "https://agent.example?x, https://agent.example/?x",
        "https://[2001:DB8::1]/p, https://[2001:db8::1]/p"
    })
    void normalizes(String text, String normal) {
        assertThat(ProfileUrl.normalize(text, false)).contains(normal);
        assertThat(ProfileUrl.normalize(normal, false)).contains(normal);
    }

    @ParameterizedTest
    @DisplayName("OPR-1, OPR-2: other schemes, userinfo, fragments and malformed URLs are no profile")
    @ValueSource(
            strings = {
                "http://agent.example/p",
                "ftp://agent.example/p",
                "https:agent.example",
                "https:///p",
                "//agent.example/p",
                "/p",
                "",
                "https://u:p@agent.example/p",
                "https://@agent.example/p",
                "https://agent.example/p#keys",
                "https://agent.example/p#",
                "https://agent.example/a b",
                "https://agent.example/%zz",
                "https://agent.example/%2",
                "https://ag\u00e9nt.example/p",
                "https://agent.example\\@evil.example/",
                "https://agent.example/p\n",
                "http://127.0.0.1/p",
                "http://localhost/p",
                "file:///etc/passwd",
                "data:,x"
            })
    void refuses(String text) {
        assertThat(ProfileUrl.normalize(text, false)).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("OPR-2: plain http on a loopback host where that is allowed, and nowhere else")
    @CsvSource({
        "http://127.0.0.1:4010/.well-known/ucp, true",
        "http://127.8.9.1/p, true",
        "http://LOCALHOST:4010/p, true",
        "http://[::1]:4010/p, true",
        "http://agent.example/p, false",
        "http://127.0.0.1.agent.example/p, false",
        "http://localhost.agent.example/p, false",
        "http://10.0.0.5/p, false",
        "http://u@127.0.0.1/p, false"
    })
    void loopback(String text, boolean fine) {
        assertThat(ProfileUrl.parse(text, true).isPresent()).isEqualTo(fine);
    }
}
