package dev.rctp.approval.passkey;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What both of WebAuthn's response JSONs have (section 5.1, {@code PublicKeyCredentialJSON}). Members that are not known are left
 * alone: browsers send new ones before anybody asks for them.
 *
 * @param id the credential's, base64url
 */
record CredentialJson(String id, ObjectNode response) {

    /** The longest credential id there is, in bytes (section 4). */
    static final int MOST_ID = 1023;

    static CredentialJson read(JsonNode credential) throws Unfit {
        Unfit.unless(credential.path("type").asString("").equals("public-key"), PasskeyFault.MALFORMED);
        String id = Base64Url.encode(Base64Url.decode(credential.path("id"), MOST_ID));
        Unfit.unless(credential.path("rawId").asString("").equals(id), PasskeyFault.MALFORMED);
        if (credential.path("response") instanceof ObjectNode response) {
            return new CredentialJson(id, response);
        }
        throw new Unfit(PasskeyFault.MALFORMED);
    }

    byte[] idBytes() {
        return Base64Url.decode(id);
    }

    /** From 1 to {@code most} bytes of a member that has to be there. */
    byte[] bytes(String member, int most) throws Unfit {
        return Base64Url.decode(response.path(member), most);
    }
}
