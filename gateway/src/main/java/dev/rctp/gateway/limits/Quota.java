package dev.rctp.gateway.limits;

/** The two limits of a call, in this order: how many at once, which takes nothing from the second, and how many in time. */
final class Quota {

    private Quota() {}

    static <K> Admission enter(K party, Allowance may, Buckets<K> calls, Places<K> atWork) {
        if (!atWork.take(party, may.concurrency())) {
            return Admission.Refused.CONCURRENCY;
        }
        if (!calls.take(party, may)) {
            atWork.giveBack(party);
            return Admission.Refused.RATE;
        }
        return new Visit(() -> atWork.giveBack(party));
    }
}
