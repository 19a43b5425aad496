package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.InvalidSignature.Fault;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RFC 9421 2: a signature holds for what it covers, as it was, and for nothing else")
class SignatureBindingTest {

    private static final int MESSAGES = 300;
    private static final Instant NOW = Instant.ofEpochSecond(1_790_000_000L);
    private static final HmacKey KEY = new HmacKey(new byte[32]);
    private static final FieldTypes TYPES = FieldTypes.KNOWN.with("d", FieldTypes.Type.DICTIONARY);
    private static final List<String> COMPONENTS = List.of(
            "\"@method\"",
            "\"@scheme\"",
            "\"@authority\"",
            "\"@path\"",
            "\"@query\"",
            "\"@query-param\";name=\"q\"",
            "\"@target-uri\"",
            "\"@request-target\"",
            "\"h\"",
            "\"h\";bs",
            "\"h\";tr",
            "\"h\";tr;bs",
            "\"d\"",
            "\"d\";sf",
            "\"d\";bs",
            "\"d\";key=\"a\"",
            "\"d\";tr;key=\"b\"",
            "\"d\";sf;tr");

    private Random random = new Random(0);

    private static final MessageVerifier VERIFIER =
            new MessageVerifier(MessageKeys.of("k", KEY), InstantSource.fixed(NOW)).knowing(TYPES);

    private static @Nullable Fault fault(HttpMessage message) {
        SignatureRules rules =
                SignatureRules.of("sig1", Freshness.STRICT).withBody(SignatureRules.Body.MAY_BE_UNCOVERED);
        return VERIFIER.verify(message, new byte[0], rules) instanceof InvalidSignature invalid
                ? invalid.fault()
                : null;
    }

    @ParameterizedTest
    @ValueSource(longs = {9421, 1, 2})
    @DisplayName("any covered part changed: refused; any other: still good")
    void requests(long seed) throws MalformedSignatureException {
        random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < MESSAGES; i++) {
            List<String> covered = covered();
            RequestMessage signed = sign(request(), covered);
            assertThat(fault(signed)).as(covered.toString()).isNull();
            for (RequestMessage changed : changes(signed)) {
                boolean same = sameValues(covered, signed, changed);
                assertThat(fault(changed) == null)
                        .as("%s of %s", covered, changed)
                        .isEqualTo(same);
                refused += same ? 0 : 1;
            }
        }
        assertThat(refused).isGreaterThan(3 * MESSAGES);
    }

    @ParameterizedTest
    @ValueSource(longs = {9421, 1, 2})
    @DisplayName("2.4: the same for the request that a response answers, by req")
    void responses(long seed) throws MalformedSignatureException {
        random = new Random(seed);
        for (int i = 0; i < MESSAGES; i++) {
            List<String> covered = covered();
            RequestMessage request = request();
            List<String> ofRequest =
                    covered.stream().map(component -> component + ";req").toList();
            ResponseMessage response = new ResponseMessage(200, HttpFields.none());
            ResponseMessage signed = response.withFields(draft(ofRequest)
                    .covering("\"@status\"")
                    .sign(response.to(request), KEY)
                    .addTo(HttpFields.none()));
            assertThat(fault(signed.to(request))).isNull();
            assertThat(fault(new ResponseMessage(201, signed.fields()).to(request)))
                    .isEqualTo(Fault.WRONG);
            for (RequestMessage changed : changes(request)) {
                assertThat(fault(signed.to(changed)) == null)
                        .as("%s of %s", covered, changed)
                        .isEqualTo(sameValues(covered, request, changed));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {9421, 1, 2})
    @DisplayName("2.3: nor can components be dropped, added, moved, or a parameter be changed")
    void inputs(long seed) {
        random = new Random(seed);
        for (int i = 0; i < MESSAGES; i++) {
            List<String> covered = new ArrayList<>(covered());
            RequestMessage signed = sign(request(), covered);
            String input = signed.fields().combined("signature-input").orElseThrow();
            String list = String.join(" ", covered);
            Collections.rotate(covered, 1);
            for (String other : List.of(
                    input.replace("(" + list, "(\"@method\";x " + list),
                    input.replace(covered.getFirst(), ""),
                    input.replace("(" + list + ")", "(" + list + " \"signature\")"),
                    input.replace("created=" + NOW.getEpochSecond(), "created=" + (NOW.getEpochSecond() - 1)),
                    input.replace(";nonce=\"n\"", ""),
                    input.replace(";nonce=\"n\"", ";nonce=\"m\""),
                    input + ";expires=" + (NOW.getEpochSecond() + 9),
                    covered.size() == 1 ? input + ";x" : input.replace(list, String.join(" ", covered)))) {
                HttpFields fields = signed.fields().toBuilder()
                        .set("signature-input", other)
                        .build();
                assertThat(other).isNotEqualTo(input);
                assertThat(fault(signed.withFields(fields))).as(other).isIn(Fault.WRONG, Fault.MALFORMED);
            }
        }
    }

    private List<String> covered() {
        List<String> shuffled = new ArrayList<>(COMPONENTS);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, random.nextInt(1, 5));
    }

    private static SignatureDraft draft(List<String> covered) {
        return SignatureDraft.labelled("sig1")
                .covering(covered.toArray(String[]::new))
                .created(NOW)
                .keyId("k")
                .nonce("n")
                .knowing(TYPES);
    }

    private static RequestMessage sign(RequestMessage request, List<String> covered) {
        return request.withFields(draft(covered).sign(request, KEY).addTo(request.fields()));
    }

    private String number() {
        return Item.of(new IntegerItem(random.nextLong(1_000_000_000L))).serialize();
    }

    private HttpFields fields() {
        return HttpFields.of(
                "h", number(), "h", "a, " + number(), "d", "a=" + number() + ";x,  c", "d", "b=" + number());
    }

    private RequestMessage request() {
        String query = "p=" + number() + "&q=" + number();
        return new RequestMessage("GET", "https", "a" + number(), "/" + number(), query, fields())
                .withTrailers(fields());
    }

    /** The request with one thing changed, for each thing there is. */
    private List<RequestMessage> changes(RequestMessage r) {
        List<RequestMessage> changes = new ArrayList<>(List.of(
                new RequestMessage("PUT", r.scheme(), r.authority(), r.path(), r.query(), r.fields(), r.trailers()),
                new RequestMessage(r.method(), "http", r.authority(), r.path(), r.query(), r.fields(), r.trailers()),
                new RequestMessage(r.method(), r.scheme(), "b", r.path(), r.query(), r.fields(), r.trailers()),
                new RequestMessage(r.method(), r.scheme(), r.authority(), "/b", r.query(), r.fields(), r.trailers()),
                new RequestMessage(r.method(), r.scheme(), r.authority(), r.path(), null, r.fields(), r.trailers()),
                withQuery(r, r.query() + "&q=1"),
                withQuery(r, r.query() + "0"),
                withQuery(r, r.query() + "&n=1")));
        for (String name : List.of("h", "d")) {
            for (String value : List.of("c=1, a=1", "a=" + number(), "b", "c,c", "(")) {
                changes.add(r.withFields(r.fields().toBuilder().set(name, value).build()));
                changes.add(
                        r.withTrailers(r.trailers().toBuilder().set(name, value).build()));
                changes.add(r.withFields(r.fields().toBuilder().add(name, value).build()));
            }
            changes.add(r.withFields(r.fields().toBuilder().remove(name).build()));
            changes.add(r.withTrailers(r.trailers().toBuilder().remove(name).build()));
        }
        return changes;
    }

    private static RequestMessage withQuery(RequestMessage r, String query) {
        return new RequestMessage(r.method(), r.scheme(), r.authority(), r.path(), query, r.fields(), r.trailers());
    }

    private static boolean sameValues(List<String> covered, RequestMessage one, RequestMessage other)
            throws MalformedSignatureException {
        for (String identifier : covered) {
            Component component = Component.parse(identifier);
            if (!ComponentValue.of(component, one, TYPES).equals(value(component, other))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String value(Component component, RequestMessage message) {
        try {
            return ComponentValue.of(component, message, TYPES);
        } catch (MalformedSignatureException e) {
            return null;
        }
    }
}
