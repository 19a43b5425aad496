package dev.rctp.conformance.vectors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Writes the vectors: the argument is the folder {@code registries/vectors}. */
public final class VectorFiles {

    private VectorFiles() {}

    /** Writes all files anew; the same each time. */
    public static void main(String[] arguments) throws IOException {
        for (Map.Entry<String, byte[]> file : made().entrySet()) {
            Files.write(Path.of(arguments[0]).resolve(file.getKey()), file.getValue());
        }
    }

    /** The files' bytes by name. */
    static Map<String, byte[]> made() {
        Cast cast = new Cast();
        CommitmentVectors commitments = new CommitmentVectors();
        List<VectorFile> files = List.of(
                keys(cast),
                new RequestVectors(cast).make(),
                new ResponseVectors(cast).make(),
                new DecisionVectors().make(),
                new ReceiptVectors().make(),
                new CanonicalVectors().make(),
                commitments.terms(),
                commitments.listings(),
                new ChallengeVectors(cast).make(),
                new AssertionVectors(cast).make(),
                new CheckoutVectors(cast).make(),
                new EventVectors(cast).make(),
                new RecordVectors(cast).make());
        Map<String, byte[]> made = new LinkedHashMap<>();
        files.forEach(file -> made.put(file.fileName(), file.bytes()));
        return made;
    }

    private static VectorFile keys(Cast cast) {
        VectorFile file = new VectorFile(
                "keys",
                "Test keys with their secrets, which anybody can read: never use them. thumbprint is RFC 7638's.");
        for (TestKey key : cast.all()) {
            ObjectNode made = file.valid(key.name(), "OPR-3", "A key and its thumbprint.");
            made.set("jwk", key.privateJwk());
            made.putObject("expected").put("thumbprint", key.thumbprint());
        }
        return file;
    }
}
