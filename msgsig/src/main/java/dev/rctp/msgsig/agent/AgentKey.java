package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** An agent's private key (OPR-3), kept in a JWK file that only its owner may read; its text form shows the thumbprint alone. */
public final class AgentKey {

    private final ObjectNode privateJwk;
    private final SigningKey key;

    private AgentKey(ObjectNode privateJwk, SigningKey key) {
        this.privateJwk = privateJwk;
        this.key = key;
    }

    /** A new key. */
    public static AgentKey generate(SignatureAlgorithm algorithm) {
        Cryptography cryptography = Cryptography.select();
        try {
            ObjectNode jwk = cryptography.generateJwk(algorithm);
            return new AgentKey(jwk, cryptography.signingKey(jwk));
        } catch (MalformedKeyException e) {
            throw new IllegalStateException("the new key is not valid", e);
        }
    }

    /**
     * The key of a private JWK file.
     *
     * @throws IOException where there is no such file or no private key of SIG-1 in it; the message never quotes it
     */
    public static AgentKey read(Path file) throws IOException {
        try {
            ObjectNode jwk = StrictJson.parseObject(Files.readAllBytes(file));
            return new AgentKey(jwk, Cryptography.select().signingKey(jwk));
        } catch (InvalidJsonException e) {
            // the parser's message might quote the file
            throw new IOException(file + " is no JSON object.");
        } catch (MalformedKeyException e) {
            throw new IOException(
                    file + " is no private JWK of type P-256, P-384 or Ed25519: " + e.getMessage() + ".", e);
        }
    }

    /** Writes the private JWK into a new file, readable and writable by its owner alone; an existing one is never overwritten. */
    public void write(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        byte[] json = (privateJwk.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8);
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] owner = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        try (var channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner)) {
            channel.write(ByteBuffer.wrap(json));
        }
    }

    /** The RFC 7638 thumbprint: the {@code keyid} of its signatures, the {@code jkt} of its grants, its {@code kid}. */
    public String thumbprint() {
        return key.thumbprint();
    }

    /** The public JWK, for the operator's profile; a fresh copy. */
    public ObjectNode publicJwk() {
        return key.publicJwk();
    }

    /** The key to sign with. */
    public SigningKey signingKey() {
        return key;
    }

    /**
     * Signs requests as this agent, by the system's clock.
     *
     * @param profile the operator's profile URL, exactly as it is onboarded
     * @throws IllegalArgumentException for a text that is no profile's URL: https, or http on a loopback host
     */
    public RequestSigner signer(String profile) {
        return new RequestSigner(new MessageSigner(key, InstantSource.system()), profile);
    }

    @Override
    public String toString() {
        return "AgentKey[" + key.algorithm() + " " + thumbprint() + "]";
    }
}
