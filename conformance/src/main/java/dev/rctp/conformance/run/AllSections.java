package dev.rctp.conformance.run;

import dev.rctp.conformance.s01words.Identifiers;
import dev.rctp.conformance.s01words.Times;
import dev.rctp.conformance.s01words.Values;
import dev.rctp.conformance.s02calling.Idm1;
import dev.rctp.conformance.s02calling.Idm1Stored;
import dev.rctp.conformance.s02calling.Opr1;
import dev.rctp.conformance.s02calling.Opr2;
import dev.rctp.conformance.s02calling.Opr3;
import dev.rctp.conformance.s02calling.Opr4;
import dev.rctp.conformance.s02calling.Sig1;
import dev.rctp.conformance.s02calling.Sig1Hardening;
import dev.rctp.conformance.s02calling.Sig2;
import dev.rctp.conformance.s02calling.Sig3;
import dev.rctp.conformance.s02calling.Sig4;
import dev.rctp.conformance.s02calling.Sig5;
import dev.rctp.conformance.s02calling.Sig6;
import dev.rctp.conformance.s03grant.Gra1;
import dev.rctp.conformance.s03grant.Gra2;
import dev.rctp.conformance.s03grant.Gra3;
import dev.rctp.conformance.s03grant.Gra4;
import dev.rctp.conformance.s03grant.Gra5;
import dev.rctp.conformance.s03grant.Gra7;
import dev.rctp.conformance.s04decision.Dec1;
import dev.rctp.conformance.s04decision.Dec2;
import dev.rctp.conformance.s04decision.Dec3;
import dev.rctp.conformance.s04decision.Dec4;
import dev.rctp.conformance.s04decision.Dec6;
import dev.rctp.conformance.s04decision.Dec7;
import dev.rctp.conformance.s04decision.Dec8Reads;
import dev.rctp.conformance.s04decision.Dec8Unknown;
import dev.rctp.conformance.s04decision.Dec8Verbs;
import dev.rctp.conformance.s04decision.Dec9;
import dev.rctp.conformance.s05listings.Lst1;
import dev.rctp.conformance.s05listings.Lst2;
import dev.rctp.conformance.s05listings.Lst3;
import dev.rctp.conformance.s05listings.Lst4;
import dev.rctp.conformance.s05listings.Lst5;
import dev.rctp.conformance.s05listings.Lst6;
import dev.rctp.conformance.s05listings.Lst7;
import dev.rctp.conformance.s05listings.Lst8;
import dev.rctp.conformance.s05listings.Lst9;
import dev.rctp.conformance.s06offers.Chk1;
import dev.rctp.conformance.s06offers.Cpr1;
import dev.rctp.conformance.s06offers.Off1;
import dev.rctp.conformance.s06offers.Off10;
import dev.rctp.conformance.s06offers.Off2;
import dev.rctp.conformance.s06offers.Off3;
import dev.rctp.conformance.s06offers.Off4;
import dev.rctp.conformance.s06offers.Off5;
import dev.rctp.conformance.s06offers.Off6;
import dev.rctp.conformance.s06offers.Off7;
import dev.rctp.conformance.s06offers.Off8;
import dev.rctp.conformance.s06offers.Off9;
import dev.rctp.conformance.s07approvals.Apr1;
import dev.rctp.conformance.s07approvals.Apr2;
import dev.rctp.conformance.s07approvals.Apr3Answers;
import dev.rctp.conformance.s07approvals.Apr3Details;
import dev.rctp.conformance.s07approvals.Apr4;
import dev.rctp.conformance.s07approvals.Apr5;
import dev.rctp.conformance.s07approvals.Apr6;
import dev.rctp.conformance.s07approvals.Apr7;
import dev.rctp.conformance.s07approvals.Apr8;
import dev.rctp.conformance.s07approvals.Apr8Submissions;
import dev.rctp.conformance.s07approvals.Apr9;
import dev.rctp.conformance.s08deals.EventSignature;
import dev.rctp.conformance.s08deals.Evt1;
import dev.rctp.conformance.s08deals.Evt2;
import dev.rctp.conformance.s08deals.Evt3;
import dev.rctp.conformance.s08deals.Evt4;
import dev.rctp.conformance.s08deals.Evt5;
import dev.rctp.conformance.s08deals.Evt6;
import dev.rctp.conformance.s08deals.MoneyInTime;
import dev.rctp.conformance.s09record.Perimeter;
import dev.rctp.conformance.s09record.Rec1;
import dev.rctp.conformance.s09record.Rec2;
import dev.rctp.conformance.s09record.Rec3;
import dev.rctp.conformance.s09record.Rec4;
import dev.rctp.conformance.s09record.Rec6;
import dev.rctp.conformance.s09record.Rec7;
import dev.rctp.conformance.s10discovery.Dis1;
import dev.rctp.conformance.s10discovery.Dis2;
import dev.rctp.conformance.s11proxy.Prx1;
import dev.rctp.conformance.s11proxy.Prx2;
import dev.rctp.conformance.s11proxy.Prx2Undecided;
import dev.rctp.conformance.s11proxy.Prx4;
import dev.rctp.conformance.s11proxy.Prx4Paths;
import dev.rctp.conformance.s11proxy.Prx5;
import dev.rctp.conformance.s11proxy.Prx6;
import dev.rctp.conformance.s11proxy.Prx7;
import dev.rctp.conformance.s11proxy.Prx7Names;
import dev.rctp.conformance.s11proxy.Whk1;
import dev.rctp.conformance.s11proxy.Whk1Signature;
import dev.rctp.conformance.s12invariants.Inv1;
import dev.rctp.conformance.s12invariants.Inv2;
import dev.rctp.conformance.s12invariants.Inv5;
import dev.rctp.conformance.s13answers.Mgt1;
import dev.rctp.conformance.s13answers.Rsp1;
import dev.rctp.conformance.s13answers.Rsp2;
import dev.rctp.conformance.s14schemas.Answers;
import dev.rctp.conformance.s14schemas.Closed;
import dev.rctp.conformance.s14schemas.Records;
import dev.rctp.conformance.s15bodies.ApprovalBodies;
import dev.rctp.conformance.s15bodies.DealBodies;
import dev.rctp.conformance.s15bodies.ListingBodies;
import dev.rctp.conformance.s15bodies.OfferBodies;
import java.util.ArrayList;
import java.util.List;

/** The sections of the protocol, in its order. */
public final class AllSections {

    private AllSections() {}

    /** A new instance of each. */
    public static List<Section> list() {
        List<Section> all = new ArrayList<>();
        all.addAll(List.of(new Identifiers(), new Values(), new Times()));
        all.addAll(
                List.of(new Sig1(), new Sig1Hardening(), new Sig2(), new Sig3(), new Sig4(), new Sig5(), new Sig6()));
        all.addAll(List.of(new Opr1(), new Opr2(), new Opr3(), new Opr4(), new Idm1(), new Idm1Stored()));
        all.addAll(List.of(new Gra1(), new Gra2(), new Gra3(), new Gra4(), new Gra5(), new Gra7()));
        all.addAll(List.of(
                new Dec1(),
                new Dec2(),
                new Dec3(),
                new Dec4(),
                new Dec6(),
                new Dec7(),
                new Dec8Verbs(),
                new Dec8Reads(),
                new Dec8Unknown(),
                new Dec9()));
        all.addAll(List.of(
                new Lst1(),
                new Lst2(),
                new Lst3(),
                new Lst4(),
                new Lst5(),
                new Lst6(),
                new Lst7(),
                new Lst8(),
                new Lst9()));
        all.addAll(List.of(
                new Off1(),
                new Off2(),
                new Off3(),
                new Off4(),
                new Off5(),
                new Off6(),
                new Off7(),
                new Off8(),
                new Off9(),
                new Off10(),
                new Chk1(),
                new Cpr1()));
        all.addAll(List.of(
                new Apr1(), new Apr2(), new Apr3Answers(), new Apr3Details(), new Apr4(), new Apr5(), new Apr6()));
        all.addAll(List.of(new Apr7(), new Apr8(), new Apr8Submissions(), new Apr9()));
        all.addAll(List.of(new Whk1(), new Whk1Signature()));
        all.addAll(List.of(new Rsp1(), new Rsp2(), new Mgt1()));
        all.addAll(List.of(new Answers(), new Closed(), new Records()));
        all.addAll(List.of(
                new Evt1(),
                new EventSignature(),
                new Evt2(),
                new Evt3(),
                new Evt4(),
                new MoneyInTime(),
                new Evt5(),
                new Evt6()));
        all.addAll(List.of(new Rec1(), new Perimeter(), new Rec2(), new Rec3(), new Rec4(), new Rec6(), new Rec7()));
        all.addAll(List.of(new Dis1(), new Dis2(), new Inv1(), new Inv2(), new Inv5()));
        all.addAll(List.of(
                new Prx1(),
                new Prx2(),
                new Prx2Undecided(),
                new Prx4(),
                new Prx4Paths(),
                new Prx5(),
                new Prx6(),
                new Prx7(),
                new Prx7Names()));
        all.addAll(List.of(new ListingBodies(), new OfferBodies(), new DealBodies(), new ApprovalBodies()));
        return List.copyOf(all);
    }
}
