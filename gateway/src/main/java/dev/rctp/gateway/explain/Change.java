package dev.rctp.gateway.explain;

import java.util.function.UnaryOperator;

/**
 * What a signer may have done to the base.
 *
 * @param mistake what kind of mistake it is
 * @param sentence what the signer did
 * @param place two changes of one place don't go together
 * @param to makes the signer's base of the expected one
 */
record Change(Mistake mistake, String sentence, String place, UnaryOperator<BaseText> to) {}
