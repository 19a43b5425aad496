package dev.rctp.approval.passkey;

/** Carries a fault from where it is found to the verdict; never leaves this package. */
final class Unfit extends Exception {

    private static final long serialVersionUID = 1L;

    private final PasskeyFault fault;

    Unfit(PasskeyFault fault) {
        super(fault.cause(), null, false, false);
        this.fault = fault;
    }

    PasskeyRefused refused() {
        return new PasskeyRefused(fault);
    }

    /** Throws the fault unless the condition holds. */
    static void unless(boolean condition, PasskeyFault fault) throws Unfit {
        if (!condition) {
            throw new Unfit(fault);
        }
    }
}
