package dev.rctp.registries;

/**
 * One entry of {@code release-conditions.json} (EVT-4): what must have happened before held funds are released.
 *
 * @param id its registered name
 * @param label what the seller reads
 * @param checkpoint the type of the event that must be recorded
 * @param days how many days must have passed since that event; 0 for none
 */
public record ReleaseCondition(String id, String label, String checkpoint, int days) {}
