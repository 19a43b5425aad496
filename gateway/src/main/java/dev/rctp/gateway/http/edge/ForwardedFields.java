package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.framing.FieldNames;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import java.net.InetAddress;
import java.util.Set;

/** Says to the marketplace who asked and under which name (RFC 7239); what the client says of itself there is not passed on (PRX-5). */
public final class ForwardedFields {

    private static final Set<String> OTHERS = Set.of(
            "forwarded",
            "forwarded-for",
            "x-forwarded",
            "x-forward-for",
            "x-original-forwarded-for",
            "client-ip",
            "x-client-ip",
            "true-client-ip",
            "x-true-client-ip",
            "x-real-ip",
            "x-remote-ip",
            "x-remote-addr",
            "x-originating-ip",
            "x-cluster-client-ip",
            "x-envoy-external-address",
            "cf-connecting-ip",
            "cf-connecting-ipv6",
            "fastly-client-ip",
            "x-host",
            "x-original-host",
            "x-http-host-override");

    private ForwardedFields() {}

    /** The fields of a client's request with these fields replaced by the gateway's own. */
    public static HttpFields replace(RequestMessage message, InetAddress remote) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        for (HttpFields.Field field : message.fields().lines()) {
            if (!isForwarded(FieldNames.fold(field.name()))) {
                fields.add(field.name(), field.value());
            }
        }
        String address = remote.getHostAddress();
        String node = address.indexOf(':') >= 0 ? "\"[" + address + "]\"" : address;
        return fields.add(
                        "forwarded", "for=" + node + ";host=\"" + message.authority() + "\";proto=" + message.scheme())
                .add("x-forwarded-for", address)
                .add("x-forwarded-host", message.authority())
                .add("x-forwarded-proto", message.scheme())
                .build();
    }

    private static boolean isForwarded(String foldedName) {
        return foldedName.startsWith("x-forwarded-") || OTHERS.contains(foldedName);
    }
}
