package dev.rctp.gateway.sandbox.authserver;

import java.util.Optional;

/** TEST ONLY: the operators that may ask sellers for grants; each is a public client under its profile URL. */
public interface Clients {

    /**
     * One of them.
     *
     * @param id its profile URL, which is its {@code client_id}
     * @param legalEntity the company, as the consent page names it
     */
    record Client(String id, String legalEntity) {}

    /** The client with this id; empty where there is none. */
    Optional<Client> find(String clientId);

    /** The client whose profile has the key with this thumbprint; empty where none has. */
    Optional<Client> holding(String jkt);
}
