package dev.rctp.gateway.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import javax.net.ssl.SSLException;

/**
 * What a fault says to the person who typed the command. The platform's own are no sentences: a file's fault has the name alone as its message,
 * and a refused connection none at all.
 */
final class FaultText {

    private FaultText() {}

    /** Of a file, or of what has a sentence of its own. */
    static String of(Exception fault) {
        return switch (fault) {
            case NoSuchFileException missing -> missing.getFile() + " does not exist.";
            case AccessDeniedException denied -> denied.getFile() + " can't be accessed by this user.";
            case FileAlreadyExistsException there -> there.getFile() + " exists already.";
            case FileSystemException other ->
                other.getFile() + " can't be used" + (other.getReason() == null ? "." : ": " + other.getReason());
            default -> worded(fault);
        };
    }

    /** Of a file, or of a call to this address. */
    static String of(IOException fault, Object address) {
        return switch (fault) {
            case UnknownHostException _ -> "its host is not known: " + address;
            case ConnectException refused
            when isCausedBy(refused, UnresolvedAddressException.class) -> "its host is not known: " + address;
            case ConnectException _, HttpConnectTimeoutException _ -> "nothing answers at " + address;
            case HttpTimeoutException _ -> "no whole answer came in time from " + address;
            case SSLException _ -> "no TLS connection could be made: its certificate may not be trusted: " + address;
            default -> of(fault);
        };
    }

    private static boolean isCausedBy(Throwable fault, Class<? extends Throwable> kind) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The first message there is, of the fault or of what caused it. */
    private static String worded(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && !message.isBlank() && !message.equals(String.valueOf(cause.getCause()))) {
                return message;
            }
        }
        return fault.getClass().getSimpleName();
    }
}
