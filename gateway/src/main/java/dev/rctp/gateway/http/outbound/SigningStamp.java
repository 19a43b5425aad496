package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SignatureFields;

/** Signs requests to the marketplace with the gateway's key; a streamed body goes without a digest (PRX-6, PRX-4). */
public final class SigningStamp implements UpstreamStamp {

    private final MessageSigner signer;

    /** Signs with this signer. */
    public SigningStamp(MessageSigner signer) {
        this.signer = signer;
    }

    @Override
    public HttpFields stamp(RequestMessage request, byte[] body) {
        if (body.length == 0) {
            return signed(request, false);
        }
        HttpFields fields = request.fields().toBuilder()
                .set("content-digest", ContentDigest.of(body))
                .build();
        return signed(
                new RequestMessage(
                        request.method(),
                        request.scheme(),
                        request.authority(),
                        request.path(),
                        request.query(),
                        fields),
                true);
    }

    private HttpFields signed(RequestMessage request, boolean hasBody) {
        SignatureFields signature = signer.signRequest(request, CoveredComponents.ofRequest(request, hasBody));
        return request.fields().toBuilder()
                .set("signature-input", signature.signatureInput())
                .set("signature", signature.signature())
                .build();
    }
}
