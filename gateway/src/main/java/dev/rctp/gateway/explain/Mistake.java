package dev.rctp.gateway.explain;

import java.util.Locale;

/** The mistakes that can be named; {@code docs/explain.md} lists them. */
public enum Mistake {
    UNSIGNED(
            "SIG-1",
            "no signature",
            "Send Signature-Input and Signature; their member is sig1. If the signer made them, something on the way took them away."),
    HALF_SIGNED("SIG-1", "one of the two signature fields", "Send both Signature-Input and Signature."),
    CAVAGE_DRAFT(
            "SIG-1",
            "an older draft's signature",
            "Sign by RFC 9421: the draft's Signature: keyId=... and its (request-target) are another format."),
    LABEL_NOT_SIG1("SIG-1", "another label than sig1", "Name the member sig1 in both fields."),
    LABELS_DIFFER("SIG-1", "two labels", "Use one label, sig1, in both fields."),
    LABEL_TWICE("SIG-1", "a label given twice", "Send one member sig1 in each of the two fields."),
    COMPONENTS_UNQUOTED("SIG-1", "component names without quotes", "Each name is a string: (\"@method\" \"@path\")."),
    COMPONENTS_COMMA("SIG-1", "commas between components", "Separate the components by one space."),
    COMPONENT_CASE(
            "SIG-1", "a component name in upper case", "Write header names in lower case, here and in the base."),
    COMPONENT_UNKNOWN(
            "SIG-1",
            "an unknown component",
            "Cover components of RFC 9421 2 only, each with those parameters alone that it has there; req is for answers."),
    COMPONENT_TWICE("SIG-1", "a component listed twice", "List each component once."),
    COMPONENT_ABSENT(
            "SIG-2",
            "a covered header that isn't there",
            "Send the header, or leave it out of the list and of the base. A proxy may have taken it away."),
    TRAILER_COVERED("SIG-1", "a covered trailer", "Cover no trailers (;tr): the gateway doesn't read them."),
    PARAMETER_TYPE(
            "SIG-1",
            "a parameter of the wrong type",
            "created and expires are plain numbers, keyid, alg, nonce and tag are strings in double quotes."),
    INPUT_MALFORMED(
            "SIG-1", "a signature field that can't be read", "Follow RFC 9651; a library for it saves the trouble."),
    SIGNATURE_NOT_BYTES("SIG-1", "a signature that is no byte sequence", "Put the base64 between colons: sig1=:...:"),
    SIGNATURE_BASE64URL(
            "SIG-1", "base64url instead of base64", "Encode the signature with + and /, and pad it with =."),
    SIGNATURE_HEX("SIG-1", "hex instead of base64", "Encode the signature's bytes in base64."),
    SIGNATURE_BASE64_TWICE("SIG-1", "base64 applied twice", "Encode the signature's bytes once."),
    SIGNATURE_DER(
            "SIG-1",
            "DER instead of r and s",
            "Send r and s, each in its full width, one after the other (IEEE P1363, as in JWS), not the DER that most libraries give."),
    SIGNATURE_SHORT(
            "SIG-1",
            "r or s without its leading zero bytes",
            "Pad r and s with zero bytes at the left to their full width."),
    SIGNATURE_LENGTH(
            "SIG-1",
            "a signature of the wrong length",
            "Send r and s in full width: 64 bytes for P-256, 96 for P-384; 64 for Ed25519."),
    TAG_OTHER("SIG-1", "a tag of another application", "Leave tag out, or send web-bot-auth."),
    KEYID_MISSING("SIG-1", "no keyid", "Send keyid, the key's RFC 7638 thumbprint."),
    KEYID_NOT_THUMBPRINT(
            "OPR-3",
            "a keyid that is not the thumbprint",
            "Send the RFC 7638 thumbprint of the key: SHA-256, base64url, no padding."),
    KEYID_NOT_IN_PROFILE(
            "OPR-1",
            "a keyid that the profile doesn't have",
            "Publish the key in the profile's keys, or sign with one that is there."),
    WRONG_KEY(
            "SIG-1",
            "signed by another key",
            "Sign with the private key that keyid names, or name the key you sign with."),
    PROFILE_KEY_SKIPPED(
            "OPR-3",
            "a profile key that doesn't count",
            "Give each key of the profile its thumbprint as kid, once, without use enc, and with verify in key_ops if there is one."),
    ALG_MISMATCH(
            "SIG-1", "an alg that isn't the key's", "Leave alg out, or send the RFC 9421 name of the key's algorithm."),
    AGENT_MISSING("OPR-1", "no UCP-Agent", "Send UCP-Agent: profile=\"https://...\" and cover it."),
    AGENT_MALFORMED(
            "OPR-1", "a malformed UCP-Agent", "Send UCP-Agent: profile=\"https://...\", with its quotes, once."),
    PROFILE_NOT_USABLE(
            "OPR-1", "a profile that can't be used", "Check the profile: rctp profile check tells its faults."),
    HOST_UNKNOWN("SIG-5", "a host that isn't the gateway's", "Call the gateway under one of its public authorities."),
    UNCOVERED("SIG-2", "an uncovered component", "Add it to the list in Signature-Input and its line to the base."),
    BEARER_UNCOVERED("SIG-2", "an uncovered bearer token", "Cover \"authorization\" whenever the header is sent."),
    DIGEST_MISSING("SIG-3", "no Content-Digest", "Send Content-Digest: sha-256=:...: of the raw body, and cover it."),
    DIGEST_NO_SHA256(
            "SIG-3", "a Content-Digest without sha-256", "Add sha-256; other algorithms beside it are ignored."),
    DIGEST_MALFORMED(
            "SIG-3", "a malformed Content-Digest", "Write sha-256=:<base64>: in lower case, with both colons."),
    DIGEST_HEADER_OLD(
            "SIG-3", "Digest instead of Content-Digest", "Send Content-Digest (RFC 9530); Digest is the older header."),
    DIGEST_RESERIALIZED(
            "SIG-3",
            "a digest of another form of the same JSON",
            "Serialize once, and use those bytes for the digest and for sending."),
    DIGEST_OTHER_BYTES("SIG-3", "a digest of slightly other bytes", "Digest exactly the bytes that are sent."),
    DIGEST_ENCODING(
            "SIG-3",
            "a digest in the wrong encoding",
            "Put the 32 bytes of the SHA-256 into base64, not their hex text."),
    DIGEST_MISMATCH("SIG-3", "a digest of another body", "Digest the raw body as it is sent, after any compression."),
    CREATED_MILLISECONDS("SIG-4", "created in milliseconds", "created and expires are seconds since 1970."),
    CREATED_AHEAD("SIG-4", "a clock that is ahead", "Set the signer's clock; 60 s ahead are tolerated."),
    EXPIRED("SIG-4", "a signature that is too old", "Sign each request when it is sent; a signature counts for 300 s."),
    EXPIRES_PASSED("SIG-4", "a signature that has expired", "Sign each request when it is sent, or leave expires out."),
    EXPIRES_BEFORE_CREATED("SIG-4", "expires before created", "expires is a time after created, not a duration."),
    CREATED_MISSING("SIG-4", "no created", "Send created; this gateway demands it."),
    METHOD_CASE("SIG-2", "the method in another case", "@method is the method as sent, such as POST."),
    AUTHORITY_PORT(
            "SIG-5",
            "a port in the authority",
            "@authority has the port only if it isn't the scheme's own: none for 443 with https, one for 8443."),
    AUTHORITY_CASE("SIG-5", "the authority in another case", "@authority is in lower case."),
    AUTHORITY_OTHER(
            "SIG-5",
            "another authority",
            "@authority is the host that the request is sent to, without scheme and path."),
    PATH_QUERY(
            "SIG-2",
            "the query in @path",
            "@path ends before the question mark; the query has a line of its own, @query."),
    PATH_DECODED(
            "SIG-2",
            "the path decoded or encoded anew",
            "@path is the raw path of the request line, percent-encoding untouched."),
    PATH_SLASH(
            "SIG-2",
            "a slash too many or too few in @path",
            "@path is the path of the request line, to the character."),
    PATH_OTHER(
            "SIG-2",
            "another path",
            "@path is the whole path of the request line, with every prefix, without scheme and host."),
    QUERY_MARK("SIG-2", "@query without its question mark", "@query begins with ?, also where the query is empty."),
    QUERY_OTHER(
            "SIG-2",
            "the query in another form",
            "@query is the raw query of the request line: same order, same encoding."),
    TARGET_URI(
            "SIG-2",
            "another @target-uri",
            "@target-uri is scheme, authority, path and query, as https://host/path?query."),
    SCHEME("SIG-2", "another scheme", "The scheme is that of the public URL, also where a proxy ends TLS."),
    HEADER_WHITESPACE(
            "SIG-2", "other whitespace in a header", "Trim each header line, and leave what is inside as it is."),
    HEADER_CASE("SIG-2", "a header's value in another case", "Sign the value as it is sent."),
    HEADER_JOINED(
            "SIG-2",
            "header lines joined in another way",
            "Join lines of one name by a comma and a space, in their order."),
    HEADER_CHANGED(
            "SIG-2",
            "another value of a header",
            "Sign the value as it is sent: set it before signing, so that no library adds to it later."),
    BASE_NAMES(
            "SIG-1",
            "component names in the base written otherwise",
            "In the base each name is in lower case and in double quotes."),
    BASE_SEPARATOR("SIG-1", "no space after the colon", "Between name and value stand a colon and one space."),
    BASE_NEWLINE_END(
            "SIG-1",
            "a newline at the end of the base",
            "The base ends with its last character; newlines only stand between lines."),
    BASE_CRLF("SIG-1", "CRLF between the lines of the base", "Lines of the base are separated by LF alone."),
    PARAMS_ORDER(
            "SIG-1",
            "the parameters in another order",
            "@signature-params is the text of Signature-Input behind sig1=, in the same order."),
    PARAMS_MISSING(
            "SIG-1",
            "no @signature-params line",
            "The last line of the base is \"@signature-params\": and the text of Signature-Input behind sig1=."),
    PARAMS_LABEL("SIG-1", "the label in @signature-params", "Leave sig1= out of the base's last line."),
    PARAMS_OTHER(
            "SIG-1",
            "other parameters in the base",
            "@signature-params has the same components and parameters as Signature-Input."),
    PARAMS_SPELLING(
            "SIG-1",
            "@signature-params in another spelling",
            "Use the canonical text of RFC 9651: no space around ; and =, one between components."),
    LINES_ORDER("SIG-1", "the lines in another order", "The lines of the base stand in the order of Signature-Input."),
    LINE_MISSING("SIG-2", "a line missing from the base", "Each component of Signature-Input has a line in the base."),
    LINE_EXTRA(
            "SIG-2",
            "a line too many in the base",
            "Only components of Signature-Input have a line: add this one there."),
    BASE_ENCODING(
            "SIG-1",
            "the base in another character encoding",
            "The octets of the base are those of the header as sent."),
    HASHED_TWICE(
            "SIG-1", "a hash of the base was signed", "Give the base to the signing function, which hashes by itself."),
    BODY_SIGNED("SIG-1", "the body was signed", "Sign the signature base; it has the body's Content-Digest in it."),
    BASE_DIFFERS("SIG-1", "another base", "Make the signer's base the expected one, line by line."),
    NOT_THIS_BASE(
            "SIG-1",
            "not a signature of the base given",
            "Look at what is handed to the signing function: key, base, and what becomes of the result."),
    CREDENTIAL_REDACTED(
            "SIG-2",
            "a redacted credential",
            "Give the capture with the real Authorization header: the signature covers it."),
    BODY_NOT_CAPTURED("SIG-3", "the body is not in the capture", "Give the body too, as it was sent."),
    NO_KEY("OPR-1", "no key to try", "Give the profile or the public key."),
    UNEXPLAINED(
            "SIG-6",
            "a mistake that can't be named",
            "Let the signer print its base, and give it too: then the first line that differs can be shown.");

    private final String clause;
    private final String title;
    private final String remedy;

    Mistake(String clause, String title, String remedy) {
        this.clause = clause;
        this.title = title;
        this.remedy = remedy;
    }

    /** Its name for tools and in the documentation, such as {@code signature-der}. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The clause of the protocol that it breaks. */
    public String clause() {
        return clause;
    }

    /** What it is, in a few words. */
    public String title() {
        return title;
    }

    /** How to mend it, in a sentence. */
    public String remedy() {
        return remedy;
    }
}
