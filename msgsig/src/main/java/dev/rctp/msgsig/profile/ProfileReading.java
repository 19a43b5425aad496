package dev.rctp.msgsig.profile;

/** What reading a profile document ends with. */
sealed interface ProfileReading permits ValidProfile, ProfileReading.Invalid {

    /**
     * The document is not one we can trust.
     *
     * @param cause UCP's code
     * @param sentence what the operator has to mend
     */
    record Invalid(String cause, String sentence) implements ProfileReading {}
}
