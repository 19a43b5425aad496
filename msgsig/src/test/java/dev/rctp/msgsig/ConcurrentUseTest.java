package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("One key serves many virtual threads at once")
class ConcurrentUseTest {

    @ParameterizedTest
    @EnumSource
    void signAndVerify(Cryptography.Library library)
            throws MalformedKeyException, InterruptedException, ExecutionException {
        Cryptography cryptography = Cryptography.with(library);
        SigningKey key = cryptography.generate();
        VerificationKey publicKey = cryptography.verificationKey(key.publicJwk());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> results = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                byte[] data = ("call " + i).getBytes(StandardCharsets.US_ASCII);
                results.add(threads.submit(() -> publicKey.verify(data, key.sign(data))));
            }
            for (Future<Boolean> result : results) {
                assertThat(result.get()).isTrue();
            }
        }
    }
}
