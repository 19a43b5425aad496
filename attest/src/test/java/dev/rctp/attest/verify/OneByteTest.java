package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.MadeChain;
import dev.rctp.attest.TestKey;
import dev.rctp.registries.Registries;
import java.security.GeneralSecurityException;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OneByteTest {

    private static RecordVerifier verifier;
    private static byte[] file;

    @BeforeAll
    static void prepare() throws GeneralSecurityException {
        verifier = new RecordVerifier(Registries.load());
        TestKey key = TestKey.generate();
        MadeChain chain = MadeChain.of(3, key);
        file = MadeChain.bundle(chain.entries(), chain.receipts(), key);
        assertThat(verifier.verify(file).passed()).isTrue();
    }

    @Test
    @DisplayName("REC-2: a change of one bit anywhere in a chain's file is found (every seventh byte)")
    void sampled() {
        IntStream.iterate(0, i -> i < file.length, i -> i + 7).forEach(i -> assertFound(i, 1 << (i % 8)));
    }

    @Test
    @Tag("long")
    @DisplayName("REC-2: a change of every byte of a chain's file is found, one bit and one random value each")
    void whole() {
        Random random = new Random(20260301);
        for (int i = 0; i < file.length; i++) {
            assertFound(i, 1 << (i % 8));
            assertFound(i, 1 + random.nextInt(255));
        }
    }

    private static void assertFound(int place, int difference) {
        byte[] changed = file.clone();
        changed[place] ^= (byte) difference;
        assertThat(verifier.verify(changed).passed())
                .as("byte %d of the file changed by %02x", place, difference)
                .isFalse();
    }
}
