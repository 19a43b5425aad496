package dev.rctp.approval.passkey;

import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.BadAlgorithmException;
import com.webauthn4j.verifier.exception.BadAttestationStatementException;
import com.webauthn4j.verifier.exception.BadBackupEligibleFlagException;
import com.webauthn4j.verifier.exception.BadRpIdException;
import com.webauthn4j.verifier.exception.BadSignatureException;
import com.webauthn4j.verifier.exception.IllegalBackupStateException;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import com.webauthn4j.verifier.exception.NotAllowedAlgorithmException;
import com.webauthn4j.verifier.exception.UserNotPresentException;
import com.webauthn4j.verifier.exception.UserNotVerifiedException;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The library's part in a ceremony, with its exceptions as faults. */
final class Ceremony {

    private Ceremony() {}

    /** What the library compares with; {@link ClientData} has compared the texts before it, to the letter. */
    static ServerProperty server(RelyingParty relyingParty, PasskeyChallenge expected) {
        ServerProperty.Builder server = ServerProperty.builder()
                .origins(origins(relyingParty.origins()))
                .rpId(relyingParty.id())
                .challenge(new DefaultChallenge(expected.bytes()));
        return relyingParty.topOrigins().isEmpty()
                ? server.build()
                : server.topOrigins(origins(relyingParty.topOrigins())).build();
    }

    private static Set<Origin> origins(Set<String> origins) {
        return origins.stream().map(Origin::new).collect(Collectors.toSet());
    }

    /** Nothing but the response decides whether the library throws, so all that it throws says that the response is a bad one. */
    static <T> T run(Supplier<T> step) throws Unfit {
        try {
            return step.get();
        } catch (RuntimeException e) {
            throw new Unfit(fault(e));
        }
    }

    private static PasskeyFault fault(RuntimeException thrown) {
        return switch (thrown) {
            case BadRpIdException _ -> PasskeyFault.RELYING_PARTY;
            case UserNotPresentException _ -> PasskeyFault.USER_NOT_PRESENT;
            case UserNotVerifiedException _ -> PasskeyFault.USER_NOT_VERIFIED;
            case BadSignatureException _ -> PasskeyFault.SIGNATURE;
            case MaliciousCounterValueException _ -> PasskeyFault.COUNTER;
            case NotAllowedAlgorithmException _, BadAlgorithmException _ -> PasskeyFault.ALGORITHM;
            case BadAttestationStatementException _ -> PasskeyFault.ATTESTATION;
            case IllegalBackupStateException _, BadBackupEligibleFlagException _ -> PasskeyFault.BACKUP_STATE;
            default -> PasskeyFault.MALFORMED;
        };
    }
}
