package dev.rctp.msgsig.profile;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;

/** A block of addresses in CIDR notation (RFC 4632, RFC 4291 2.3); contains only addresses of its own family. */
final class Block {

    private final byte[] prefix;
    private final int length;

    private Block(byte[] prefix, int length) {
        this.prefix = prefix;
        this.length = length;
    }

    /** The block that a literal such as {@code 10.0.0.0/8} names. */
    static Block of(String cidr) {
        String[] parts = cidr.split("/", 2);
        return new Block(literal(parts[0]), Integer.parseInt(parts[1]));
    }

    /** The blocks of a text with white space between them. */
    static List<Block> all(String blocks) {
        return Arrays.stream(blocks.strip().split("\\s+")).map(Block::of).toList();
    }

    boolean contains(byte[] address) {
        if (address.length != prefix.length) {
            return false;
        }
        int whole = length / 8;
        return Arrays.equals(address, 0, whole, prefix, 0, whole) && agrees(address, whole);
    }

    private boolean agrees(byte[] address, int at) {
        int mask = 0xff00 >> length % 8 & 0xff;
        return mask == 0 || (address[at] & mask) == (prefix[at] & mask);
    }

    /** Java turns an IPv4-mapped literal into IPv4, so the one block of those is written out. */
    private static byte[] literal(String text) {
        if (text.equals("::ffff:0:0")) {
            byte[] mapped = new byte[16];
            mapped[10] = (byte) 0xff;
            mapped[11] = (byte) 0xff;
            return mapped;
        }
        try {
            return InetAddress.ofLiteral(text).getAddress();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("not an address literal: " + text, e);
        }
    }
}
