package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("PRX-4, PRX-7, B37: a target that can be read in two ways is refused")
class RequestTargetTest {

    private static final Pattern GOVERNED = Pattern.compile("/offers/off_1/accept|/listings|/deals/[A-Za-z0-9._~-]+");

    private static Classification classify(String method, String path) {
        return GOVERNED.matcher(path).matches() ? Classification.GOVERNED : Classification.FORWARD;
    }

    private static RequestTarget read(String target) {
        return RequestTarget.read("POST", target, RequestTargetTest::classify);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/",
                "/catalog",
                "/catalog/",
                "/a.b/..c/c../~d",
                "/a:b@c!$&'()*+,=-_",
                "/caf%C3%A9",
                "/a%5Bb%5D",
                "/a%3Fb",
                "/a%20b",
                "/catalog?q=C%2b%2b+x&z=%7E",
                "/catalog?a=/../;b?c//%2F",
                "/catalog?"
            })
    void plain(String target) {
        assertThat(read(target)).isInstanceOf(RequestTarget.Plain.class);
    }

    @Test
    @DisplayName("B5: path and query are kept raw; no query and an empty one differ")
    void raw() {
        assertThat(read("/catalog?q=C%2b%2b+x&z=%7E"))
                .isEqualTo(new RequestTarget.Plain("/catalog", "q=C%2b%2b+x&z=%7E", Classification.FORWARD));
        assertThat(read("/offers/off_1/accept?"))
                .isEqualTo(new RequestTarget.Plain("/offers/off_1/accept", "", Classification.GOVERNED));
        assertThat(read("/listings")).isEqualTo(new RequestTarget.Plain("/listings", null, Classification.GOVERNED));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "*",
                "catalog",
                "http://shop.example/x",
                "shop.example:443",
                "//listings",
                "/catalog//listings",
                "/catalog/../listings",
                "/catalog/..",
                "/./listings",
                "/listings/.",
                "/catalog/%2e%2e/listings",
                "/catalog/.%2E/listings",
                "/catalog/%2e/listings",
                "/catalog/..%2flistings",
                "/listings%2F",
                "/catalog%5C..%5Clistings",
                "/catalog\\..\\listings",
                "/catalog%252F..",
                "/catalog%252e",
                "/a%25b",
                "/a%00b",
                "/a%0d%0ab",
                "/a%1fb",
                "/a%7fb",
                "/a%",
                "/a%2",
                "/a%zz",
                "/a%2g",
                "/%6cistings",
                "/listings%41",
                "/offers/off_1;x=1/accept",
                "/listings;",
                "/offers/off_1%3Bx/accept",
                "/catalog#x",
                "/catalog?a#b",
                "/catalog?a\\b",
                "/catalog?a=%zz",
                "/catalog?a=%",
                "/cat alog",
                "/catalog?a b",
                "/caf\u00e9",
                "/catalog?\u00e9",
                "/a\u0001",
                "/a%C0%AF",
                "/a%E9",
                "/a%ED%A0%80",
                "/a\"b",
                "/a<b",
                "/a^b",
                "/a`b",
                "/a{b}",
                "/a|b",
                "/a[b]",
                "/uploads?_method=PUT",
                "/uploads?_Method",
                "/uploads?a=1&%5Fmethod=PUT",
                "/uploads?a=1;+_method=PUT",
                "/uploads?.method=PUT",
                "/uploads?%5bmethod=PUT",
                "/uploads?_method%00x=PUT",
                "/uploads?_method[]=PUT"
            })
    void refused(String target) {
        assertThat(read(target)).isInstanceOf(RequestTarget.Ambiguous.class);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/listings/",
                "/offers/off_1/accept/",
                "/offers/off_1/accept/?x",
                "/Listings",
                "/LISTINGS/",
                "/offers/OFF_1/accept",
                "/listings%3F",
                "/listings%20",
                "/Listings%20/",
                "/listings%3Fx",
                "/listings%23",
                "/deals/%EF%BC%91",
                "/%EF%BD%8Cistings"
            })
    @DisplayName("B38: what resembles a governed path is refused where it is none")
    void resembling(String target) {
        assertThat(read(target)).isInstanceOf(RequestTarget.Ambiguous.class);
    }
}
