package dev.rctp.conformance.vectors;

/** Requests that count as signed, in all the forms that are allowed. */
final class GoodRequests {

    private final RequestVectors vectors;
    private final Cast cast;

    GoodRequests(RequestVectors vectors, Cast cast) {
        this.vectors = vectors;
        this.cast = cast;
    }

    void make() {
        vectors.good("post-es256", "SIG-2", "A buyer's offer, all that must be covered is.", offer());
        vectors.good("post-with-token", "SIG-2", "With a token, so authorization is covered.", accept());
        vectors.good("get", "SIG-2", "Without a body nothing of one is covered.", read("/offers/" + Cast.OFFER));
        vectors.good("get-query", "SIG-2", "With a query, which is covered.", read("/offers?limit=5&after=x"));
        vectors.good(
                "get-query-raw", "SIG-2", "B5: the query's octets as they are.", read("/catalog?q=C%2b%2b+x&z=%7E"));
        vectors.good("get-query-empty", "SIG-2", "A question mark alone is a query.", read("/offers?"));
        vectors.good("path-raw", "SIG-2", "The path's octets as they are.", read("/listings/a%7eb~c"));
        keys();
        parameters();
        components();
        fields();
    }

    private void keys() {
        RequestDraft es384 = offer();
        es384.signing().by(cast.p384());
        vectors.good("es384", "SIG-1", "A P-384 key signs with SHA-384, r and s of 48 octets.", es384);
        RequestDraft ed25519 = offer();
        ed25519.signing().by(cast.ed25519());
        vectors.good("ed25519", "SIG-1", "An Ed25519 key.", ed25519);
        alg("alg-es256", "ecdsa-p256-sha256", cast.buyer());
        alg("alg-es384", "ecdsa-p384-sha384", cast.p384());
        alg("alg-ed25519", "ed25519", cast.ed25519());
    }

    private void alg(String name, String alg, TestKey key) {
        RequestDraft draft = offer();
        draft.signing().by(key);
        draft.signing().parameters(draft.signing().created(Cast.NOW) + ";alg=\"" + alg + "\"");
        vectors.good(name, "SIG-1", "An alg that is the key's.", draft);
    }

    private void parameters() {
        with("created-oldest", "SIG-4", "Created 300 s ago is just in time.", created(Cast.NOW - 300));
        with("created-furthest", "SIG-4", "Created 60 s ahead is just in time.", created(Cast.NOW + 60));
        with(
                "created-absent",
                "SIG-4",
                "created is optional.",
                offer().signing().keyId());
        with(
                "expires-next-second",
                "SIG-4",
                "Expires a second from now.",
                created(Cast.NOW) + ";expires=" + (Cast.NOW + 1));
        with("expires-alone", "SIG-4", "expires without created.", ";expires=" + (Cast.NOW + 9) + keyId());
        with("tag-web-bot-auth", "SIG-1", "The one tag that is ours.", created(Cast.NOW) + ";tag=\"web-bot-auth\"");
        with("nonce", "SIG-1", "A nonce is signed and otherwise ignored.", created(Cast.NOW) + ";nonce=\"n-1\"");
        with("keyid-first", "SIG-1", "B16: parameters in the order received.", keyId() + ";created=" + Cast.NOW);
        with("parameter-unknown", "SIG-1", "An unknown parameter is signed and ignored.", created(Cast.NOW) + ";x=1");
        with(
                "nonce-escaped",
                "SIG-1",
                "Escapes are written as they were read.",
                created(Cast.NOW) + ";nonce=\"\\\"\\\\\"");
    }

    private void with(String name, String clause, String comment, String parameters) {
        RequestDraft draft = offer();
        draft.signing().parameters(parameters);
        vectors.good(name, clause, comment, draft);
    }

    private void components() {
        RequestDraft order = read("/offers");
        order.signing().only("\"ucp-agent\"", "\"@path\"", "\"@authority\"", "\"@method\"");
        vectors.good("order-other", "SIG-2", "Components in another order.", order);
        RequestDraft more = read("/offers");
        more.signing().cover("\"@target-uri\"", "\"@scheme\"", "\"@request-target\"");
        vectors.good("derived-more", "SIG-2", "More derived components than must be.", more);
        RequestDraft strict = offer();
        strict.signing().cover("\"content-digest\";sf");
        strict.value("\"content-digest\";sf", strict.fields().value("Content-Digest"));
        vectors.good("component-twice-sf", "SIG-2", "B7: once plain and once with sf are two.", strict);
        RequestDraft agent = read("/offers");
        agent.fields().add("Signature-Agent", "a=\"https://buyers.example\", b=\"https://other.example\"");
        agent.signing().cover("\"signature-agent\";key=\"a\"");
        agent.value("\"signature-agent\";key=\"a\"", "\"https://buyers.example\"");
        vectors.good("signature-agent-key", "SIG-2", "One member of Signature-Agent is enough.", agent);
        RequestDraft whole = read("/offers");
        whole.fields().add("Signature-Agent", "\"https://buyers.example\"");
        whole.signing().cover("\"signature-agent\"");
        vectors.good("signature-agent-whole", "SIG-2", "Signature-Agent as a whole.", whole);
        RequestDraft parameter = read("/offers?limit=5&after=x%20y");
        parameter.signing().cover("\"@query-param\";name=\"after\"");
        parameter.value("\"@query-param\";name=\"after\"", "x%20y");
        vectors.good("query-param", "SIG-2", "A query parameter beside the whole query.", parameter);
    }

    private void fields() {
        RequestDraft spaces = read("/offers");
        spaces.fields().set("UCP-Agent", "  profile=\"" + Cast.BUYER_OPERATOR + "\"  ");
        vectors.good("field-spaces", "SIG-2", "Space around a value is not signed.", spaces);
        RequestDraft lines = read("/offers");
        lines.fields().add("X-Note", "a").add("X-Note", "b");
        lines.signing().cover("\"x-note\"");
        vectors.good("field-two-lines", "SIG-2", "Lines of one name are joined with a comma and a space.", lines);
        RequestDraft empty = read("/offers");
        empty.fields().add("X-Note", "");
        empty.signing().cover("\"x-note\"");
        vectors.good("field-empty", "SIG-2", "An empty field is covered as one.", empty);
        RequestDraft latin = read("/offers");
        latin.fields().add("X-Note", "caf\u00e9");
        latin.signing().cover("\"x-note\"");
        vectors.good("field-latin-1", "SIG-2", "An octet over 7F is signed as it is (here U+00E9 is E9).", latin);
        host("host-upper-case", "B4: the host in lower case.", "GATEWAY.example");
        host("host-default-port", "B4: the default port of https is dropped.", "gateway.example:443");
        host("host-other-port", "B4: another port is kept.", "gateway.example:8443");
        RequestDraft digests = offer();
        digests.fields().set("Content-Digest", "md5=:AAAA:, " + digests.fields().value("Content-Digest"));
        vectors.good("digest-beside", "SIG-3", "Other algorithms beside sha-256 are ignored.", digests);
        RequestDraft wide = offer().digested("{\"note\":\"\u20ac \ud83d\ude00\"}");
        vectors.good("digest-utf8", "SIG-3", "The digest is over the octets of UTF-8.", wide);
        RequestDraft others = offer();
        vectors.good(
                "label-others",
                "SIG-1",
                "Other labels are ignored.",
                others,
                r -> r.fields()
                        .add("Signature-Input", "sig2=(\"@method\");created=1")
                        .add("Signature", "sig2=:AAAA:"));
        vectors.good("label-others-first", "SIG-1", "Another label before ours.", offer(), r -> {
            String input = r.fields().value("Signature-Input");
            String signature = r.fields().value("Signature");
            r.fields().set("Signature-Input", "sig2=(), " + input).set("Signature", "sig2=:AAAA:, " + signature);
        });
    }

    private void host(String name, String comment, String host) {
        RequestDraft draft = offer();
        draft.fields().set("Host", host);
        vectors.good(name, "SIG-5", comment, draft);
    }

    private String created(long seconds) {
        return offer().signing().created(seconds);
    }

    private String keyId() {
        return offer().signing().keyId();
    }

    private RequestDraft offer() {
        return RequestDraft.offer(cast.buyer());
    }

    private RequestDraft accept() {
        return RequestDraft.accept(cast.seller());
    }

    private RequestDraft read(String target) {
        return RequestDraft.read(cast.buyer(), target);
    }
}
