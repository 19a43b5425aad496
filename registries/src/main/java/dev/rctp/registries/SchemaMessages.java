package dev.rctp.registries;

import com.networknt.schema.Error;
import tools.jackson.databind.JsonNode;

/** Our own sentences for what a schema finds, made of the schema's words only: a value may be private (INV-1). */
final class SchemaMessages {

    private SchemaMessages() {}

    static String message(Error error) {
        return switch (error.getKeyword()) {
            case "required" -> "is required";
            case "dependentRequired" -> "does not stand without another member";
            case "contains", "minContains", "maxContains" -> "does not have the entries it must have";
            case "additionalProperties", "unevaluatedProperties" -> "is not a known member";
            case "false", "not" -> "is not allowed here";
            case "propertyNames" -> "has a member whose name has the wrong form";
            case "type" -> form(error, "has the wrong type");
            case "enum", "const" -> "is not one of the allowed values";
            case "pattern", "format" -> form(error, "has the wrong form");
            case "minimum" -> "is too small" + bound(error, "; the least is ");
            case "exclusiveMinimum" -> "is too small" + bound(error, "; it must be more than ");
            case "maximum" -> "is too large" + bound(error, "; the most is ");
            case "exclusiveMaximum" -> "is too large" + bound(error, "; it must be less than ");
            case "minLength" -> "is too short" + bound(error, "; characters needed: ");
            case "maxLength" -> "is too long" + bound(error, "; characters allowed: ");
            case "minItems", "minProperties" -> "has too few entries";
            case "maxItems", "maxProperties" -> "has too many entries";
            case "uniqueItems" -> "has an entry twice";
            default -> "is not what the schema asks for";
        };
    }

    /** Names the form where the schema has a definition for it. */
    private static String form(Error error, String otherwise) {
        String location = error.getSchemaLocation().toString();
        if (location.contains("#/$defs/time/")) {
            return "must be a time in UTC, such as 2026-12-31T18:00:00Z";
        }
        if (location.contains("#/$defs/money/properties/currency/")) {
            return "must be an ISO 4217 code, such as EUR";
        }
        if (location.contains("#/$defs/duration/")) {
            return "must be a duration above 0, such as 500ms, 10s, 15m, 48h or 7d";
        }
        if (location.contains("#/$defs/domain/")) {
            return "must be a domain in small letters, without scheme and port, such as shop.example";
        }
        if (location.contains("#/$defs/log-name/")) {
            return "must be 1 to 255 visible characters of ASCII, none of them a plus sign, such as shop.example";
        }
        return location.contains("#/$defs/offer-id/") ? "must be an offer's id" : otherwise;
    }

    /** The schema's own number; nothing where the keyword has none. */
    private static String bound(Error error, String words) {
        JsonNode bound = error.getSchemaNode();
        return bound != null && bound.isNumber() ? words + bound.asString() : "";
    }
}
