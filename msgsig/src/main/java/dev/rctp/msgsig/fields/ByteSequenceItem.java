package dev.rctp.msgsig.fields;

import java.util.Arrays;
import java.util.Base64;

/** A Byte Sequence (RFC 9651 3.3.5, 4.1.8); immutable. */
public final class ByteSequenceItem implements BareItem {

    private final byte[] bytes;

    /** Keeps its own copy of the bytes. */
    public ByteSequenceItem(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append(':').append(Base64.getEncoder().encodeToString(bytes)).append(':');
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteSequenceItem that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return serialize();
    }
}
