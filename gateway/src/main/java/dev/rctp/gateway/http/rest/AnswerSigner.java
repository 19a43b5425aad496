package dev.rctp.gateway.http.rest;

import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.SignatureFields;

/** Signs answers so that nobody between can swap or replay one (RSP-1). */
final class AnswerSigner {

    private final MessageSigner signer;

    AnswerSigner(MessageSigner signer) {
        this.signer = signer;
    }

    /** The fields with the signature over them, the status and the request that is answered. */
    HttpFields sign(int status, HttpFields fields, boolean body, RequestMessage request) {
        ResponseMessage answer = new ResponseMessage(status, fields);
        SignatureFields signature =
                signer.signResponse(answer, request, CoveredComponents.ofAnswer(answer, request, body));
        return fields.toBuilder()
                .add("signature-input", signature.signatureInput())
                .add("signature", signature.signature())
                .build();
    }
}
