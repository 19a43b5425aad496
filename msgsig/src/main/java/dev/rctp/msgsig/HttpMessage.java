package dev.rctp.msgsig;

/** What a signature stands on: a request, a response, or a response with the request it answers (RFC 9421 2). */
public sealed interface HttpMessage permits RequestMessage, ResponseMessage, Exchange {

    /** The header fields of the message that carries the signature. */
    HttpFields fields();

    /** The trailer fields of that message (RFC 9110 6.5); none where they were not kept. */
    HttpFields trailers();
}
