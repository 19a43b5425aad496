package dev.rctp.grant;

/** What became of a redirect that should carry the seller's decision. */
public sealed interface ConnectVerdict permits TokenVerdict, ConnectVerdict.ForeignAnswer {

    /**
     * The redirect is no answer to this request, so that nothing of it was used: its {@code state} is another's, its {@code iss} is not
     * the server that was asked (RFC 9207), or it is malformed. Someone may be trying to slip in a code of their own.
     *
     * @param sentence what does not fit, without any value of the redirect
     */
    record ForeignAnswer(String sentence) implements ConnectVerdict {}
}
